# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the rules make of headers. MUSA_PORT is the program musa-port.

# header_rules(<prefix> <option>...): <prefix>_<name> is what the rules make of the header <name>,
# for each of <prefix>, without brackets. A folder's rule (cuda/std/*) is taken by the folder's name
# (cuda/std/).
function(header_rules prefix)
  execute_process(COMMAND ${MUSA_PORT} ${ARGN} rules list
    OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^ \n]+ +-> [^ \n]+ [^\n]* header\n" lines "${list}")
  set(names "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^([^ ]+) +-> ([^ ]+) .*" "\\1;\\2" pair "${line}")
    list(TRANSFORM pair REPLACE "\\*$" "")
    list(TRANSFORM pair REPLACE "^<(.*)>$" "\\1")
    list(POP_FRONT pair name to)
    list(APPEND names "${name}")
    set(${prefix}_${name} "${to}" PARENT_SCOPE)
  endforeach()
  set(${prefix} "${names}" PARENT_SCOPE)
endfunction()
