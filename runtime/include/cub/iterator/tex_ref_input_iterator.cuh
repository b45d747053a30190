//===- tex_ref_input_iterator.cuh - an array that is read as a texture is -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_TEX_REF_INPUT_ITERATOR_CUH
#define CUB_TEX_REF_INPUT_ITERATOR_CUH

#include "cub/iterator/tex_obj_input_iterator.cuh"

CUB_NAMESPACE_BEGIN

/// There are no texture references here, so this is the iterator over a texture object.
template <typename T, int UNIQUE_ID, typename OffsetT = ptrdiff_t>
using TexRefInputIterator = TexObjInputIterator<T, OffsetT>;

CUB_NAMESPACE_END

#endif // CUB_TEX_REF_INPUT_ITERATOR_CUH
