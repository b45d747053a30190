# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Which musa-port there is: MusaPort_EXECUTABLE and MusaPort_VERSION. It is MusaPort_EXECUTABLE, if that is set; else
# the one that these files were installed with, else any in PATH.
get_filename_component(_musa_port_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(MusaPort_EXECUTABLE musa-port HINTS "${_musa_port_prefix}/bin" DOC "The porting compiler")
mark_as_advanced(MusaPort_EXECUTABLE)
unset(_musa_port_prefix)
set(MusaPort_VERSION "")
if(MusaPort_EXECUTABLE)
  execute_process(COMMAND "${MusaPort_EXECUTABLE}" --version OUTPUT_VARIABLE MusaPort_VERSION ERROR_QUIET)
  string(REGEX REPLACE "^musa-port ([0-9.]+)\n$" "\\1" MusaPort_VERSION "${MusaPort_VERSION}")
endif()
