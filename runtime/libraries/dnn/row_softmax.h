//===- libraries/dnn/row_softmax.h - softmax of the rows of a matrix ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of floats without gaps, in place. A row in which all is minus infinity becomes 0, as
// attention wants it of a row that is masked as a whole; a row with a NaN becomes NaN.
#ifndef MUSAPORT_LIBRARIES_DNN_ROW_SOFTMAX_H
#define MUSAPORT_LIBRARIES_DNN_ROW_SOFTMAX_H

#include <cstdint>

namespace musaport::dnn {

/// `logSums`, one a row: the logarithms of the sums of the exponentials.
void softmaxRows(float *matrix, int64_t rows, int64_t columns, float *logSums);

/// The same softmax again, of what it was taken of and the logarithms.
void softmaxRowsAgain(float *matrix, int64_t rows, int64_t columns, const float *logSums);

/// The gradients of what the softmax was taken of, in the place of those of its result.
void softmaxRowsGradient(const float *softmax, float *gradients, int64_t rows, int64_t columns);

} // namespace musaport::dnn

#endif // MUSAPORT_LIBRARIES_DNN_ROW_SOFTMAX_H
