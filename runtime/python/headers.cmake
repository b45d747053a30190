# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The headers in the package, where torch_musa has them: its own in csrc/, and PyTorch's in
# share/generated_cuda_compatible/include, as they are after porting. In the build folder they are links.

# Folders of headers; where two have the same, the last one's counts.
set(header_folders "${MUSA_PORTED_DIR}" "${MUSA_PORTED_DIR}/aten/src" "${MUSA_OVERLAY_DIR}" "${MUSA_GENERATED_DIR}"
  "${runtime_torch}/include" "${CMAKE_SOURCE_DIR}/include")
set(ported "share/generated_cuda_compatible")

file(MAKE_DIRECTORY "${package}/share")
file(CREATE_LINK "${runtime_torch}/include/torch_musa/csrc" "${package}/csrc" SYMBOLIC)
set(links)
set(forwarding)
foreach(folder IN LISTS header_folders)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${folder}" "${folder}/*.h" "${folder}/*.muh")
  list(FILTER headers EXCLUDE REGEX "^(aten|torch_musa)/|/test/")
  foreach(header IN LISTS headers)
    set(link "${package}/${ported}/include/${header}")
    cmake_path(GET link PARENT_PATH parent)
    file(MAKE_DIRECTORY "${parent}")
    file(CREATE_LINK "${folder}/${header}" "${link}" SYMBOLIC)
    list(APPEND links "${link}")
    # torch_musa also has headers in aten/src, and extensions name that folder. The header stays one file: `#pragma once` of a copy
    # would be another's.
    if(header MATCHES "^(THC|ATen/musa|ATen/native)/" AND NOT header MATCHES "/ops/")
      set(forward "${package}/${ported}/aten/src/${header}")
      cmake_path(GET forward PARENT_PATH parent)
      file(RELATIVE_PATH target "${parent}" "${link}")
      file(CONFIGURE OUTPUT "${forward}" CONTENT "#pragma once\n#include \"${target}\"\n")
      list(APPEND forwarding "${forward}")
    endif()
  endforeach()
  install(DIRECTORY "${folder}/" DESTINATION "${destination}/${ported}/include" FILES_MATCHING PATTERN "*.h" PATTERN "*.muh"
    PATTERN "aten" EXCLUDE PATTERN "torch_musa" EXCLUDE PATTERN "test" EXCLUDE)
endforeach()
file(GLOB_RECURSE there "${package}/${ported}/*") # of headers that are no more there, too
list(REMOVE_ITEM there ${links} ${forwarding})
if(there)
  file(REMOVE ${there})
endif()
install(DIRECTORY "${runtime_torch}/include/torch_musa/csrc" DESTINATION "${destination}")
install(DIRECTORY "${package}/${ported}/aten" DESTINATION "${destination}/${ported}")
