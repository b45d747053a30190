//===- libraries/dnn/attention.cpp - scaled dot product attention ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One head of one sequence at a time: its matrices are products of oneDNN's.
//===----------------------------------------------------------------------===//
#include "elements.h"
#include "gemm.h"
#include "mudnn_nn.h"
#include "onednn.h"
#include "row_softmax.h"

#include <cmath>
#include <limits>

namespace musaport::dnn {
namespace {

/// [batch, heads, sequence, embedding]; masks and sums have the sizes of the queries' scores.
struct Inputs {
  View query, key, value;
  View mask; ///< [batch, heads, queries, keys], repeated; or not there
  double scale = 0;
  bool isCausal = false;

  int64_t queries() const { return query.dims[2]; }
  int64_t keys() const { return key.dims[2]; }
  int64_t embedding() const { return query.dims[3]; }
  int64_t valueEmbedding() const { return value.dims[3]; }
  /// Heads of queries that share one of keys.
  int64_t sharing() const { return query.dims[1] / key.dims[1]; }
};

/// The matrices of a head of queries, as floats.
struct Head {
  std::vector<float> query, key, value;
};

Head headOf(const Inputs &inputs, const Dims &index) {
  const Dims shared = {index[0], index[1] / inputs.sharing()};
  return {loadAll<float>(at(inputs.query, index)), loadAll<float>(at(inputs.key, shared)),
          loadAll<float>(at(inputs.value, shared))};
}

/// Rows of the queries, one block after the other: the scores of all at once would be as many as
/// the square of a long sequence. Those of a block stay in a core's cache, if they are enough rows
/// for a product of matrices.
struct Block {
  int64_t begin, rows;
};

template <typename Body> void forEachBlock(const Inputs &inputs, Body body) {
  constexpr int64_t scores = int64_t{1} << 16;
  constexpr int64_t fewest = 32;
  const int64_t most = std::max(scores / std::max<int64_t>(inputs.keys(), 1), fewest);
  for (int64_t begin = 0; begin < inputs.queries(); begin += most)
    body(Block{begin, std::min(most, inputs.queries() - begin)});
}

/// The block's rows of [rows, ...].
View rowsOf(const View &view, const Block &block) {
  View result = view;
  result.data = at(view, {block.begin}).data;
  result.dims[0] = block.rows;
  return result;
}
/// The same of [batch, heads, rows, ...].
View rowsOf(const View &view, const Dims &index, const Block &block) {
  return rowsOf(at(view, index), block);
}

/// What a softmax is taken of: [rows of the block, keys].
std::vector<float> scoresOf(const Inputs &inputs, const Head &head, const Dims &index,
                            const Block &block) {
  const int64_t keys = inputs.keys();
  const int64_t embedding = inputs.embedding();
  constexpr float nothing = -std::numeric_limits<float>::infinity();
  std::vector<float> scores(block.rows * keys);
  multiply(block.rows, keys, embedding, {head.query.data() + block.begin * embedding, embedding},
           {head.key.data(), embedding, true}, 0, scores.data());
  for (float &score : scores)
    score *= static_cast<float>(inputs.scale);
  if (inputs.mask.isThere()) {
    const auto mask = loadAll<float>(rowsOf(inputs.mask, index, block));
    const bool isCondition = inputs.mask.type == Type::BOOL;
    for (size_t i = 0; i < scores.size(); ++i)
      scores[i] = !isCondition ? scores[i] + mask[i] : mask[i] != 0 ? scores[i] : nothing;
  }
  if (inputs.isCausal)
    for (int64_t i = 0; i < block.rows; ++i)
      for (int64_t j = block.begin + i + 1; j < keys; ++j)
        scores[i * keys + j] = nothing;
  return scores;
}

/// `weights` and `logSum` are optional.
void forward(const Inputs &inputs, const View &output, const View &weights, const View &logSum) {
  forEachIndex({inputs.query.dims[0], inputs.query.dims[1]}, [&](const Dims &index) {
    const Head head = headOf(inputs, index);
    forEachBlock(inputs, [&](const Block &block) {
      std::vector<float> scores = scoresOf(inputs, head, index, block);
      std::vector<float> logSums(block.rows);
      softmaxRows(scores.data(), block.rows, inputs.keys(), logSums.data());
      std::vector<float> result(block.rows * inputs.valueEmbedding());
      multiply(block.rows, inputs.valueEmbedding(), inputs.keys(), {scores.data(), inputs.keys()},
               {head.value.data(), inputs.valueEmbedding()}, 0, result.data());
      storeAll(rowsOf(output, index, block), result.data());
      if (weights.isThere())
        storeAll(rowsOf(weights, index, block), scores.data());
      if (logSum.isThere())
        storeAll(rowsOf(logSum, index, block), logSums.data());
    });
  });
}

struct Gradients {
  View query, key, value;
  View scores; ///< optional
};

/// What the forward pass left: the weights, or the logarithms of their sums.
struct Saved {
  View weights, logSum;
};

std::vector<float> weightsOf(const Inputs &inputs, const Head &head, const Saved &saved,
                             const Dims &index, const Block &block) {
  if (saved.weights.isThere())
    return loadAll<float>(rowsOf(saved.weights, index, block));
  std::vector<float> scores = scoresOf(inputs, head, index, block);
  const auto logSums = loadAll<float>(rowsOf(saved.logSum, index, block));
  softmaxRowsAgain(scores.data(), block.rows, inputs.keys(), logSums.data());
  return scores;
}

void backward(const Inputs &inputs, const Gradients &to, const View &outputGradient,
              const Saved &saved) {
  const int64_t keys = inputs.keys();
  const int64_t embedding = inputs.embedding();
  const int64_t valueEmbedding = inputs.valueEmbedding();
  std::vector<float> keyGradient(keys * embedding);
  std::vector<float> valueGradient(keys * valueEmbedding);
  forEachIndex({inputs.query.dims[0], inputs.query.dims[1]}, [&](const Dims &index) {
    const Head head = headOf(inputs, index);
    // The heads that share keys follow each other: their gradients are added up, as blocks' are.
    if (index[1] % inputs.sharing() == 0) {
      std::fill(keyGradient.begin(), keyGradient.end(), 0.0F);
      std::fill(valueGradient.begin(), valueGradient.end(), 0.0F);
    }
    forEachBlock(inputs, [&](const Block &block) {
      const int64_t rows = block.rows;
      const auto weights = weightsOf(inputs, head, saved, index, block);
      const auto dy = loadAll<float>(rowsOf(outputGradient, index, block));
      std::vector<float> slopes(rows * keys);
      std::vector<float> queryGradient(rows * embedding);
      multiply(keys, valueEmbedding, rows, {weights.data(), keys, true},
               {dy.data(), valueEmbedding}, 1, valueGradient.data());
      multiply(rows, keys, valueEmbedding, {dy.data(), valueEmbedding},
               {head.value.data(), valueEmbedding, true}, 0, slopes.data());
      softmaxRowsGradient(weights.data(), slopes.data(), rows, keys);
      if (to.scores.isThere())
        storeAll(rowsOf(to.scores, index, block), slopes.data());
      for (float &slope : slopes)
        slope *= static_cast<float>(inputs.scale);
      multiply(rows, embedding, keys, {slopes.data(), keys}, {head.key.data(), embedding}, 0,
               queryGradient.data());
      multiply(keys, embedding, rows, {slopes.data(), keys, true},
               {head.query.data() + block.begin * embedding, embedding}, 1, keyGradient.data());
      storeAll(rowsOf(to.query, index, block), queryGradient.data());
    });
    const Dims shared = {index[0], index[1] / inputs.sharing()};
    storeAll(at(to.key, shared), keyGradient.data());
    storeAll(at(to.value, shared), valueGradient.data());
  });
}

} // namespace

using Attention = musa::dnn::ScaledDotProductAttention;

namespace {

struct Settings {
  bool maskIsPadding, isCausal, hasScale, keyIsTransposed;
  double scale, dropout;
};

/// Sizes and types. The mask gets the sizes of the scores.
Inputs inputsOf(const Settings &settings, const View &query, const View &key, const View &value,
                View mask) {
  requireSupport(!settings.keyIsTransposed && settings.dropout == 0);
  requireFloats({&query, &key, &value});
  require(query.rank() == 4 && key.rank() == 4 && value.rank() == 4);
  const Dims &q = query.dims;
  const Dims &k = key.dims;
  const Dims &v = value.dims;
  require(q[0] == k[0] && q[0] == v[0] && k[1] == v[1] && k[2] == v[2] && q[3] == k[3]);
  require(k[1] > 0 && q[1] % k[1] == 0);
  requireSupport(query.count() != 0 && key.count() != 0 && value.count() != 0);
  if (mask.isThere()) {
    if (mask.type != Type::BOOL)
      requireFloats({&mask});
    if (settings.maskIsPadding) { // [batch, keys]
      require(mask.rank() == 2 && mask.dims[0] == q[0] && mask.dims[1] == k[2]);
      mask.dims = {q[0], 1, 1, k[2]};
      mask.strides = {mask.strides[0], 0, 0, mask.strides[1]};
    }
    mask = broadcast(mask, {q[0], q[1], q[2], k[2]});
  }
  const double scale =
      settings.hasScale ? settings.scale : 1 / std::sqrt(static_cast<double>(q[3]));
  return {query, key, value, mask, scale, settings.isCausal};
}

void requireDims(const View &view, const Dims &dims) {
  require(view.dims == dims);
  requireFloats({&view});
}

/// [batch, heads, queries], behind which sizes of 1 may follow.
View logSumOf(const View &view, const Dims &dims) {
  if (!view.isThere())
    return view;
  require(view.rank() >= 3 && part(view, 3, view.rank()).count() == 1);
  const View result = part(view, 0, 3);
  require(result.dims == dims);
  requireFloats({&result});
  return result;
}

Dims outputDims(const Inputs &inputs) {
  return {inputs.query.dims[0], inputs.query.dims[1], inputs.queries(), inputs.valueEmbedding()};
}
Dims scoreDims(const Inputs &inputs) {
  return {inputs.query.dims[0], inputs.query.dims[1], inputs.queries(), inputs.keys()};
}

Work planForward(const Inputs &inputs, const View &output, const View &weights,
                 const View &logSum) {
  requireDims(output, outputDims(inputs));
  if (weights.isThere())
    requireDims(weights, scoreDims(inputs));
  const View sums =
      logSumOf(logSum, {inputs.query.dims[0], inputs.query.dims[1], inputs.queries()});
  return [=] { forward(inputs, output, weights, sums); };
}

Work planBackward(const Inputs &inputs, const Gradients &to, const View &outputGradient,
                  const View &weights, const View &logSum, const View &dropoutMask) {
  requireSupport(!dropoutMask.isThere());
  requireDims(outputGradient, outputDims(inputs));
  requireDims(to.query, inputs.query.dims);
  requireDims(to.key, inputs.key.dims);
  requireDims(to.value, inputs.value.dims);
  for (const View *view : {&to.scores, &weights})
    if (view->isThere())
      requireDims(*view, scoreDims(inputs));
  const View sums =
      logSumOf(logSum, {inputs.query.dims[0], inputs.query.dims[1], inputs.queries()});
  require(weights.isThere() || sums.isThere());
  return [=] { backward(inputs, to, outputGradient, {weights, sums}); };
}

/// Rows of several sequences in one tensor: where each begins, and behind the last one, the end.
struct Starts {
  View query, key;

  int64_t count() const { return query.count() - 1; }
  void check() const {
    for (const View *view : {&query, &key})
      require(view->isThere() && view->rank() == 1 &&
              (view->type == Type::INT32 || view->type == Type::INT64));
    require(query.count() == key.count());
  }
};

/// Sequence `begin` to `end` of [rows, heads, embedding].
View sequence(const View &view, int64_t begin, int64_t end) {
  View result = permuted(rowsOf(view, {begin, end - begin}), {1, 0, 2});
  result.dims.insert(result.dims.begin(), 1);
  result.strides.insert(result.strides.begin(), 0);
  return result;
}

/// Number `number` of [sequences, heads, longest sequence], as far as the sequence goes.
View sumsOf(const View &view, int64_t number, int64_t length) {
  View result = part(view, 0, 3);
  result.data = static_cast<char *>(view.data) +
                number * view.strides[0] * static_cast<int64_t>(sizeOf(view.type));
  result.dims = {1, view.dims[1], length};
  return result;
}

/// The batch is that of sequences, with heads and rows as one sequence has them. The lengths are in
/// memory, and known when the work runs.
template <typename Body> void forEachSequence(const Starts &starts, const Dims &rows, Body body) {
  const auto query = loadAll<int64_t>(starts.query);
  const auto key = loadAll<int64_t>(starts.key);
  for (int64_t i = 0; i < starts.count(); ++i) {
    const bool isInside = query[i] >= 0 && query[i] < query[i + 1] && query[i + 1] <= rows[0] &&
                          key[i] >= 0 && key[i] <= key[i + 1] && key[i + 1] <= rows[1];
    if (isInside)
      body(i, query[i], query[i + 1], key[i], key[i + 1]);
  }
}

/// Of all rows as if they were one sequence: their sizes are checked like that.
Inputs checkedRows(const Settings &settings, const View &query, const View &key, const View &value,
                   const View &mask) {
  requireSupport(!mask.isThere());
  require(query.rank() == 3 && key.rank() == 3 && value.rank() == 3);
  return inputsOf(settings, sequence(query, 0, query.dims[0]), sequence(key, 0, key.dims[0]),
                  sequence(value, 0, value.dims[0]), mask);
}

Inputs inputsOfSequence(const Inputs &all, const View &query, const View &key, const View &value,
                        int64_t queryBegin, int64_t queryEnd, int64_t keyBegin, int64_t keyEnd) {
  Inputs inputs = all;
  inputs.query = sequence(query, queryBegin, queryEnd);
  inputs.key = sequence(key, keyBegin, keyEnd);
  inputs.value = sequence(value, keyBegin, keyEnd);
  return inputs;
}

View checkedSums(const View &logSum, const View &query, const Starts &starts) {
  require(logSum.isThere() && logSum.rank() >= 3 && part(logSum, 3, logSum.rank()).count() == 1 &&
          logSum.dims[0] == starts.count() && logSum.dims[1] == query.dims[1]);
  requireFloats({&logSum});
  return logSum;
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

#define SETTINGS                                                                                   \
  Settings { maskIsPadding, isCausal, hasScale, keyIsTransposed, scale, dropout }

Status ScaledDotProductAttention::SetComputeMode(ComputeMode value) {
  return value >= ComputeMode::SCALAR && value <= ComputeMode::ALL ? Status::SUCCESS
                                                                   : Status::INVALID_PARAMETER;
}
// The tensors' sizes say the same.
Status ScaledDotProductAttention::SetEmbedDim(int) { return Status::SUCCESS; }
Status ScaledDotProductAttention::SetHeadsNum(int) { return Status::SUCCESS; }
Status ScaledDotProductAttention::SetBatchSize(int) { return Status::SUCCESS; }
Status ScaledDotProductAttention::SetMaxSeqlenQ(int) { return Status::SUCCESS; }
Status ScaledDotProductAttention::SetMaxSeqlenK(int) { return Status::SUCCESS; }
Status ScaledDotProductAttention::SetMaskMode(bool isPadding) {
  maskIsPadding = isPadding;
  return Status::SUCCESS;
}
Status ScaledDotProductAttention::SetCausal(bool value) {
  isCausal = value;
  return Status::SUCCESS;
}
Status ScaledDotProductAttention::SetScale(double value) {
  scale = value;
  hasScale = true;
  return Status::SUCCESS;
}
Status ScaledDotProductAttention::SetDropoutP(double value) {
  dropout = value;
  return value >= 0 && value <= 1 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status ScaledDotProductAttention::SetTraining(bool) { return Status::SUCCESS; }
Status ScaledDotProductAttention::SetKeyFormat(bool isTransposed) {
  keyIsTransposed = isTransposed;
  return Status::SUCCESS;
}

Status ScaledDotProductAttention::RunMath(Handle &handle, Tensor &output, Tensor &weights,
                                          const Tensor &query, const Tensor &key,
                                          const Tensor &value, const Tensor &mask, Tensor &,
                                          const MemoryMaintainer &) const {
  return call("ScaledDotProductAttention::RunMath", handle,
              {&output, &weights, &query, &key, &value, &mask}, [&] {
                return planForward(
                    inputsOf(SETTINGS, viewOf(query), viewOf(key), viewOf(value), optional(mask)),
                    viewOf(output), optional(weights), {});
              });
}

Status ScaledDotProductAttention::RunMathBwd(Handle &handle, Tensor &queryGradient,
                                             Tensor &keyGradient, Tensor &valueGradient,
                                             Tensor &weightsGradient, const Tensor &outputGradient,
                                             const Tensor &query, const Tensor &key,
                                             const Tensor &value, const Tensor &weights,
                                             const Tensor &dropoutMask,
                                             const MemoryMaintainer &) const {
  return call("ScaledDotProductAttention::RunMathBwd", handle,
              {&queryGradient, &keyGradient, &valueGradient, &weightsGradient, &outputGradient,
               &query, &key, &value, &weights, &dropoutMask},
              [&] {
                return planBackward(
                    inputsOf(SETTINGS, viewOf(query), viewOf(key), viewOf(value), {}),
                    {viewOf(queryGradient), viewOf(keyGradient), viewOf(valueGradient),
                     optional(weightsGradient)},
                    viewOf(outputGradient), optional(weights), {}, optional(dropoutMask));
              });
}

Status ScaledDotProductAttention::RunFlash(Handle &handle, Tensor &output, Tensor &logSum,
                                           const Tensor &query, const Tensor &key,
                                           const Tensor &value, const Tensor &mask, Tensor &,
                                           const MemoryMaintainer &) const {
  return call("ScaledDotProductAttention::RunFlash", handle,
              {&output, &logSum, &query, &key, &value, &mask}, [&] {
                return planForward(
                    inputsOf(SETTINGS, viewOf(query), viewOf(key), viewOf(value), optional(mask)),
                    viewOf(output), {}, optional(logSum));
              });
}

Status ScaledDotProductAttention::RunFlashBwd(Handle &handle, Tensor &queryGradient,
                                              Tensor &keyGradient, Tensor &valueGradient,
                                              const Tensor &outputGradient, const Tensor &query,
                                              const Tensor &key, const Tensor &value,
                                              const Tensor &mask, const Tensor &output,
                                              const Tensor &logSum, const Tensor &dropoutMask,
                                              const MemoryMaintainer &) const {
  return call("ScaledDotProductAttention::RunFlashBwd", handle,
              {&queryGradient, &keyGradient, &valueGradient, &outputGradient, &query, &key, &value,
               &mask, &output, &logSum, &dropoutMask},
              [&] {
                return planBackward(
                    inputsOf(SETTINGS, viewOf(query), viewOf(key), viewOf(value), optional(mask)),
                    {viewOf(queryGradient), viewOf(keyGradient), viewOf(valueGradient), {}},
                    viewOf(outputGradient), {}, optional(logSum), optional(dropoutMask));
              });
}

Status ScaledDotProductAttention::RunFlashVarlen(Handle &handle, Tensor &output, Tensor &logSum,
                                                 const Tensor &query, const Tensor &key,
                                                 const Tensor &value, const Tensor &mask, Tensor &,
                                                 const Tensor &queryStarts, const Tensor &keyStarts,
                                                 const MemoryMaintainer &) const {
  return call("ScaledDotProductAttention::RunFlashVarlen", handle,
              {&output, &logSum, &query, &key, &value, &mask, &queryStarts, &keyStarts},
              [&]() -> Work {
                const View q = viewOf(query), k = viewOf(key), v = viewOf(value);
                const View to = viewOf(output);
                const Inputs all = checkedRows(SETTINGS, q, k, v, optional(mask));
                requireDims(to, {q.dims[0], q.dims[1], v.dims[2]});
                const Starts starts{optional(queryStarts), optional(keyStarts)};
                starts.check();
                const View sums = checkedSums(optional(logSum), q, starts);
                return [=] {
                  clear(to); // what no sequence has
                  forEachSequence(starts, {q.dims[0], k.dims[0]},
                                  [&](int64_t i, int64_t qb, int64_t qe, int64_t kb, int64_t ke) {
                                    if (qe - qb > sums.dims[2])
                                      return;
                                    forward(inputsOfSequence(all, q, k, v, qb, qe, kb, ke),
                                            sequence(to, qb, qe), {}, sumsOf(sums, i, qe - qb));
                                  });
                };
              });
}

Status ScaledDotProductAttention::RunFlashVarlenBwd(
    Handle &handle, Tensor &queryGradient, Tensor &keyGradient, Tensor &valueGradient,
    const Tensor &outputGradient, const Tensor &query, const Tensor &key, const Tensor &value,
    const Tensor &mask, const Tensor &output, const Tensor &logSum, const Tensor &dropoutMask,
    const Tensor &queryStarts, const Tensor &keyStarts, const MemoryMaintainer &) const {
  return call(
      "ScaledDotProductAttention::RunFlashVarlenBwd", handle,
      {&queryGradient, &keyGradient, &valueGradient, &outputGradient, &query, &key, &value, &mask,
       &output, &logSum, &dropoutMask, &queryStarts, &keyStarts},
      [&]() -> Work {
        requireSupport(!optional(dropoutMask).isThere());
        const View q = viewOf(query), k = viewOf(key), v = viewOf(value);
        const View dq = viewOf(queryGradient), dk = viewOf(keyGradient), dv = viewOf(valueGradient);
        const View dy = viewOf(outputGradient);
        const Inputs all = checkedRows(SETTINGS, q, k, v, optional(mask));
        requireDims(dq, q.dims);
        requireDims(dk, k.dims);
        requireDims(dv, v.dims);
        requireDims(dy, {q.dims[0], q.dims[1], v.dims[2]});
        const Starts starts{optional(queryStarts), optional(keyStarts)};
        starts.check();
        const View sums = checkedSums(optional(logSum), q, starts);
        return [=] {
          for (const View *view : {&dq, &dk, &dv})
            clear(*view); // sequences without queries or keys
          forEachSequence(
              starts, {q.dims[0], k.dims[0]},
              [&](int64_t i, int64_t qb, int64_t qe, int64_t kb, int64_t ke) {
                if (qe - qb > sums.dims[2])
                  return;
                backward(inputsOfSequence(all, q, k, v, qb, qe, kb, ke),
                         {sequence(dq, qb, qe), sequence(dk, kb, ke), sequence(dv, kb, ke), {}},
                         sequence(dy, qb, qe), {{}, sumsOf(sums, i, qe - qb)});
              });
        };
      });
}

} // namespace musa::dnn
