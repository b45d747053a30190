// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// NO-SANITIZER: oneDNN's threads are libgomp's, of which ThreadSanitizer knows nothing
//
// Scaled dot product attention and its gradients, with masks and shared heads, of a batch and of
// sequences of different lengths, against plain loops.
#include "mudnn_test.h"

#include <limits>

namespace {

/// Of one batch: [batch, heads, sequence, embedding], and the keys' heads.
struct Sizes {
  int batch, heads, keyHeads, queries, keys, embedding, valueEmbedding;

  Dims query() const { return {batch, heads, queries, embedding}; }
  Dims key() const { return {batch, keyHeads, keys, embedding}; }
  Dims value() const { return {batch, keyHeads, keys, valueEmbedding}; }
  Dims output() const { return {batch, heads, queries, valueEmbedding}; }
  Dims scores() const { return {batch, heads, queries, keys}; }
};

struct Given {
  Values query, key, value, outputGradient;
};

struct Reference {
  Values output, weights, logSum, queryGradient, keyGradient, valueGradient, scoreGradient;
};

/// `plus(index)` is added to a score; -infinity masks it.
Reference attend(const Sizes &s, const Given &given, double scale,
                 const std::function<double(const Dims &)> &plus) {
  Reference r{Values(product(s.output())),
              Values(product(s.scores())),
              Values(int64_t{s.batch} * s.heads * s.queries),
              Values(given.query.size()),
              Values(given.key.size()),
              Values(given.value.size()),
              Values(product(s.scores()))};
  const int sharing = s.heads / s.keyHeads;
  forEach({s.batch, s.heads, s.queries}, [&](const Dims &i, int64_t row) {
    const int64_t shared = (i[0] * s.keyHeads + i[1] / sharing) * s.keys;
    Values score(s.keys), slope(s.keys);
    double sum = 0, mean = 0;
    for (int j = 0; j < s.keys; ++j) {
      for (int e = 0; e < s.embedding; ++e)
        score[j] +=
            scale * given.query[row * s.embedding + e] * given.key[(shared + j) * s.embedding + e];
      score[j] += plus({i[0], i[1], i[2], j});
      sum += std::exp(score[j]);
    }
    r.logSum[row] = std::log(sum);
    for (int j = 0; j < s.keys; ++j) {
      const double weight = std::exp(score[j]) / sum;
      r.weights[row * s.keys + j] = weight;
      for (int e = 0; e < s.valueEmbedding; ++e) {
        const int64_t v = (shared + j) * s.valueEmbedding + e, y = row * s.valueEmbedding + e;
        r.output[y] += weight * given.value[v];
        r.valueGradient[v] += weight * given.outputGradient[y];
        slope[j] += given.outputGradient[y] * given.value[v];
      }
      mean += weight * slope[j];
    }
    for (int j = 0; j < s.keys; ++j) {
      const double gradient = r.weights[row * s.keys + j] * (slope[j] - mean);
      r.scoreGradient[row * s.keys + j] = gradient;
      for (int e = 0; e < s.embedding; ++e) {
        const int64_t q = row * s.embedding + e, k = (shared + j) * s.embedding + e;
        r.queryGradient[q] += scale * gradient * given.key[k];
        r.keyGradient[k] += scale * gradient * given.query[q];
      }
    }
  });
  return r;
}

template <typename T> Given give(const Sizes &s) {
  return {rounded<T>(randoms(product(s.query()), -1, 1)),
          rounded<T>(randoms(product(s.key()), -1, 1)),
          rounded<T>(randoms(product(s.value()), -1, 1)),
          rounded<T>(randoms(product(s.output()), -1, 1))};
}

enum class Mask { none, causal, sum, condition, padding };

template <typename T>
void attention(dnn::Handle &handle, const Sizes &s, Mask kind, bool hasScale) {
  const double infinity = std::numeric_limits<double>::infinity(), near = 4 * tolerance<T>;
  const double scale = hasScale ? 0.3 : 1 / std::sqrt(double(s.embedding));
  const Given given = give<T>(s);
  // [queries, keys] for all heads, or [batch, keys]
  const Dims maskDims = kind == Mask::padding ? Dims{s.batch, s.keys} : Dims{s.queries, s.keys};
  Values numbers = rounded<T>(randoms(product(maskDims)));
  if (kind != Mask::sum)
    for (size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = i % s.keys == 0 || numbers[i] > 0; // one of each row at least
  const Reference r = attend(s, given, scale, [&](const Dims &i) {
    const auto number = [&] { return numbers[i[2] * s.keys + i[3]]; };
    switch (kind) {
    case Mask::none:
      return 0.0;
    case Mask::causal:
      return i[3] > i[2] ? -infinity : 0;
    case Mask::sum:
      return number();
    case Mask::condition:
      return number() != 0 ? 0 : -infinity;
    case Mask::padding:
      return numbers[i[0] * s.keys + i[3]] != 0 ? 0 : -infinity;
    }
    return 0.0;
  });
  const Operand<T> sums(maskDims, numbers);
  const Operand<bool> conditions(maskDims, numbers);
  dnn::Tensor mask;
  if (kind == Mask::sum)
    mask = sums.tensor();
  if (kind == Mask::condition || kind == Mask::padding)
    mask = conditions.tensor();

  // As PyTorch has them: heads behind the sequence in memory.
  const std::vector<int> order = {0, 2, 1, 3};
  const Operand<T> query(s.query(), given.query, stridesInOrder(s.query(), order)),
      key(s.key(), given.key, stridesInOrder(s.key(), order)), value(s.value(), given.value),
      outputGradient(s.output(), given.outputGradient);
  const Result<T> output(s.output(), stridesInOrder(s.output(), order)), weights(s.scores()),
      queryGradient(s.query(), stridesInOrder(s.query(), order)), keyGradient(s.key()),
      valueGradient(s.value()), scoreGradient(s.scores());
  const Result<float> logSum({s.batch, s.heads, s.queries});
  dnn::ScaledDotProductAttention op;
  CHECK_DNN(op.SetComputeMode(dnn::ScaledDotProductAttention::ComputeMode::TENSOR));
  CHECK_DNN(op.SetEmbedDim(s.heads * s.valueEmbedding));
  CHECK_DNN(op.SetHeadsNum(s.heads));
  CHECK_DNN(op.SetMaskMode(kind == Mask::padding));
  CHECK_DNN(op.SetCausal(kind == Mask::causal));
  if (hasScale)
    CHECK_DNN(op.SetScale(scale));
  dnn::Tensor out = output.tensor(), w = weights.tensor(), lse = logSum.tensor(), none,
              dq = queryGradient.tensor(), dk = keyGradient.tensor(), dv = valueGradient.tensor(),
              ds = scoreGradient.tensor();
  const auto checkGradients = [&](const char *what) {
    CHECK_NEAR(queryGradient.read(), rounded<T>(r.queryGradient), near, what);
    CHECK_NEAR(keyGradient.read(), rounded<T>(r.keyGradient), near, what);
    CHECK_NEAR(valueGradient.read(), rounded<T>(r.valueGradient), near, what);
  };
  CHECK_DNN(op.RunMath(handle, out, w, query.tensor(), key.tensor(), value.tensor(), mask, none,
                       workspaces()));
  CHECK_NEAR(output.read(), rounded<T>(r.output), near, "math");
  CHECK_NEAR(weights.read(), rounded<T>(r.weights), near, "weights");
  CHECK_DNN(op.SetTraining(true));
  CHECK_DNN(op.RunMathBwd(handle, dq, dk, dv, ds, outputGradient.tensor(), query.tensor(),
                          key.tensor(), value.tensor(), w, none, workspaces()));
  checkGradients("math, backward");
  CHECK_NEAR(scoreGradient.read(), rounded<T>(r.scoreGradient), near, "of the mask");

  CHECK_DNN(op.RunFlash(handle, out, lse, query.tensor(), key.tensor(), value.tensor(), mask, none,
                        workspaces()));
  CHECK_NEAR(output.read(), rounded<T>(r.output), near, "flash");
  CHECK_NEAR(logSum.read(), r.logSum, 1e-4, "logarithms of sums");
  CHECK_DNN(op.RunFlashBwd(handle, dq, dk, dv, outputGradient.tensor(), query.tensor(),
                           key.tensor(), value.tensor(), mask, out, lse, none, workspaces()));
  checkGradients("flash, backward");
}

/// Sequences behind each other, of other lengths: [rows, heads, embedding]. One has no keys, and
/// one no queries.
template <typename T> void sequences(dnn::Handle &handle, bool isCausal) {
  const int heads = 2, embedding = 4, count = 4;
  const std::vector<int> queryStarts = {0, 3, 5, 5, 10}, keyStarts = {0, 5, 5, 8, 12};
  const Sizes all = {1, heads, heads, 10, 12, embedding, embedding};
  Given given = give<T>(all);
  Values output(given.query.size()), dq(given.query.size()), dk(given.key.size()),
      dv(given.value.size()), sums(count * heads * 5, 77);
  const double infinity = std::numeric_limits<double>::infinity();
  for (int n = 0; n < count; ++n) {
    const int q0 = queryStarts[n], k0 = keyStarts[n];
    const Sizes s = {1,         heads,    heads, queryStarts[n + 1] - q0, keyStarts[n + 1] - k0,
                     embedding, embedding};
    // Between rows of the whole tensor and heads of one sequence.
    const auto take = [&](const Values &from, int begin, int count) {
      Values to;
      for (int h = 0; h < heads; ++h)
        for (int i = 0; i < count; ++i)
          for (int e = 0; e < embedding; ++e)
            to.push_back(from[((begin + i) * heads + h) * embedding + e]);
      return to;
    };
    const auto put = [&](Values &to, const Values &from, int begin, int count) {
      for (int h = 0; h < heads; ++h)
        for (int i = 0; i < count; ++i)
          for (int e = 0; e < embedding; ++e)
            to[((begin + i) * heads + h) * embedding + e] = from[(h * count + i) * embedding + e];
    };
    const Reference r =
        attend(s,
               {take(given.query, q0, s.queries), take(given.key, k0, s.keys),
                take(given.value, k0, s.keys), take(given.outputGradient, q0, s.queries)},
               0.5, [&](const Dims &i) { return isCausal && i[3] > i[2] ? -infinity : 0; });
    put(output, r.output, q0, s.queries);
    put(dq, r.queryGradient, q0, s.queries);
    put(dk, r.keyGradient, k0, s.keys);
    put(dv, r.valueGradient, k0, s.keys);
    for (int h = 0; h < heads; ++h)
      for (int i = 0; i < s.queries; ++i)
        sums[(n * heads + h) * 5 + i] = r.logSum[h * s.queries + i];
  }
  const Dims queryDims = {10, heads, embedding}, keyDims = {12, heads, embedding};
  const Operand<T> query(queryDims, given.query), key(keyDims, given.key),
      value(keyDims, given.value), outputGradient(queryDims, given.outputGradient);
  const Operand<int32_t> queryPlaces({5}, {0, 3, 5, 5, 10}), keyPlaces({5}, {0, 5, 5, 8, 12});
  const Result<T> result(queryDims), queryGradient(queryDims), keyGradient(keyDims),
      valueGradient(keyDims);
  const Result<float> logSum({count, heads, 5});
  dnn::ScaledDotProductAttention op;
  CHECK_DNN(op.SetBatchSize(count));
  CHECK_DNN(op.SetMaxSeqlenQ(5));
  CHECK_DNN(op.SetMaxSeqlenK(5));
  CHECK_DNN(op.SetCausal(isCausal));
  CHECK_DNN(op.SetScale(0.5));
  dnn::Tensor out = result.tensor(), lse = logSum.tensor(), none, gq = queryGradient.tensor(),
              gk = keyGradient.tensor(), gv = valueGradient.tensor();
  CHECK_DNN(op.RunFlashVarlen(handle, out, lse, query.tensor(), key.tensor(), value.tensor(),
                              dnn::Tensor(), none, queryPlaces.tensor(), keyPlaces.tensor(),
                              workspaces()));
  CHECK_NEAR(result.read(), rounded<T>(output), 4 * tolerance<T>, "sequences");
  CHECK_NEAR(logSum.read(), sums, 1e-4, "their sums");
  CHECK_DNN(op.RunFlashVarlenBwd(handle, gq, gk, gv, outputGradient.tensor(), query.tensor(),
                                 key.tensor(), value.tensor(), none, out, lse, none,
                                 queryPlaces.tensor(), keyPlaces.tensor(), workspaces()));
  CHECK_NEAR(queryGradient.read(), rounded<T>(dq), 4 * tolerance<T>, "of the queries");
  CHECK_NEAR(keyGradient.read(), rounded<T>(dk), 4 * tolerance<T>, "of the keys");
  CHECK_NEAR(valueGradient.read(), rounded<T>(dv), 4 * tolerance<T>, "of the values");
}

/// Sums for less queries than a sequence has: the result is 0, not what was there.
void shortSums(dnn::Handle &handle) {
  const Operand<float> rows({3, 1, 2}, randoms(6));
  const Operand<int32_t> starts({2}, {0, 3});
  const Result<float> output({3, 1, 2}), logSum({1, 1, 2});
  dnn::Tensor out = output.tensor(), lse = logSum.tensor(), none;
  dnn::ScaledDotProductAttention op;
  CHECK_DNN(op.RunFlashVarlen(handle, out, lse, rows.tensor(), rows.tensor(), rows.tensor(), none,
                              none, starts.tensor(), starts.tensor(), workspaces()));
  CHECK_NEAR(output.read(), Values(6), 0, "sums that are too short");
}

/// A query that may look at no key has a result of 0.
void allMasked(dnn::Handle &handle) {
  const Operand<float> query({1, 1, 2, 2}, randoms(4)), key({1, 1, 3, 2}, randoms(6)),
      value({1, 1, 3, 2}, Values(6, 1));
  const Operand<bool> mask({2, 3}, {0, 0, 0, 1, 1, 1});
  const Result<float> output({1, 1, 2, 2});
  dnn::Tensor out = output.tensor(), none;
  dnn::ScaledDotProductAttention op;
  CHECK_DNN(op.RunFlash(handle, out, none, query.tensor(), key.tensor(), value.tensor(),
                        mask.tensor(), none));
  CHECK_NEAR(output.read(), (Values{0, 0, 1, 1}), 1e-6, "all masked");
}

/// A score that is no number is not masked by others.
void maskedNaN(dnn::Handle &handle) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const Operand<float> query({1, 1, 1, 2}, randoms(2)), key({1, 1, 3, 2}, randoms(6)),
      value({1, 1, 3, 2}, Values(6, 1)), mask({1, 3}, {-infinity, nan, -infinity});
  const Result<float> output({1, 1, 1, 2});
  dnn::Tensor out = output.tensor(), none;
  dnn::ScaledDotProductAttention op;
  CHECK_DNN(op.RunFlash(handle, out, none, query.tensor(), key.tensor(), value.tensor(),
                        mask.tensor(), none));
  CHECK_NEAR(output.read(), (Values{nan, nan}), 0, "masked NaN");
}

void errors(dnn::Handle &handle) {
  const Operand<float> query({1, 4, 2, 3}, randoms(24)), key({1, 3, 5, 3}, randoms(45)),
      other({1, 4, 2, 4}, randoms(32));
  const Result<float> output({1, 4, 2, 3});
  dnn::Tensor out = output.tensor(), none;
  dnn::ScaledDotProductAttention op;
  const auto run = [&](const dnn::Tensor &q, const dnn::Tensor &k) {
    return op.RunFlash(handle, out, none, q, k, k, none, none);
  };
  CHECK_INVALID(run(query.tensor(), key.tensor())); // 4 heads do not share 3
  CHECK_INVALID(run(query.tensor(), other.tensor()));
  CHECK_DNN(op.SetDropoutP(0.5));
  CHECK_NOT_SUPPORTED(run(query.tensor(), query.tensor()));
  CHECK_DNN(op.SetDropoutP(0));
  CHECK_DNN(op.SetKeyFormat(true));
  CHECK_NOT_SUPPORTED(run(query.tensor(), query.tensor()));
  CHECK_INVALID(op.SetDropoutP(2));
}

} // namespace

int main() {
  dnn::Handle handle;
  const Sizes plain = {2, 3, 3, 4, 5, 6, 7}, shared = {2, 4, 2, 5, 5, 4, 4};
  for (Mask mask : {Mask::none, Mask::causal, Mask::sum, Mask::condition, Mask::padding})
    for (bool hasScale : {false, true}) {
      attention<float>(handle, plain, mask, hasScale);
      attention<float>(handle, shared, mask, hasScale);
      attention<__half>(handle, shared, mask, hasScale);
      attention<__mt_bfloat16>(handle, plain, mask, hasScale);
    }
  for (bool isCausal : {false, true}) {
    sequences<float>(handle, isCausal);
    sequences<__half>(handle, isCausal);
  }
  const Sizes large = {1, 2, 1, 1100, 1030, 3, 2}; // more scores than are computed at once
  for (Mask mask : {Mask::causal, Mask::sum, Mask::padding})
    attention<float>(handle, large, mask, false);
  shortSums(handle);
  allMasked(handle);
  maskedNaN(handle);
  errors(handle);
  return CHECK_RESULT();
}
