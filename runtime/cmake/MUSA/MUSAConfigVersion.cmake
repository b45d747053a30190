# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include("${CMAKE_CURRENT_LIST_DIR}/../MUSAToolkit/MUSAToolkitConfigVersion.cmake")
