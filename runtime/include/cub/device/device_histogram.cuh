//===- cub/device/device_histogram.cuh - counts of samples by value --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_HISTOGRAM_CUH
#define CUB_DEVICE_HISTOGRAM_CUH

#include "cub/detail/accesses.cuh"
#include "cub/thread/thread_search.cuh"

CUB_NAMESPACE_BEGIN

/// Bin i counts the samples from level i up to, but excluding, level i + 1. Samples outside all
/// levels are not counted.
struct DeviceHistogram {
  template <typename SampleIteratorT, typename CounterT, typename LevelT, typename OffsetT>
  static musaError_t HistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
                                   SampleIteratorT d_samples, CounterT *d_histogram, int num_levels,
                                   LevelT lower_level, LevelT upper_level, OffsetT num_samples,
                                   musaStream_t stream = 0, bool = false) {
    return HistogramEven(d_temp_storage, temp_storage_bytes, d_samples, d_histogram, num_levels,
                         lower_level, upper_level, num_samples, static_cast<OffsetT>(1),
                         static_cast<size_t>(0), stream);
  }
  template <typename SampleIteratorT, typename CounterT, typename LevelT, typename OffsetT>
  static musaError_t HistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
                                   SampleIteratorT d_samples, CounterT *d_histogram, int num_levels,
                                   LevelT lower_level, LevelT upper_level, OffsetT num_row_samples,
                                   OffsetT num_rows, size_t row_stride_bytes,
                                   musaStream_t stream = 0, bool = false) {
    using Sample = detail::value_t<SampleIteratorT>;
    EvenBins<Sample, LevelT, CounterT, 1> bins;
    for (int channel = 0; channel < 1; ++channel) {
      bins.histogram[channel] = d_histogram;
      bins.levels[channel] = num_levels;
      bins.lower[channel] = lower_level;
      bins.upper[channel] = upper_level;
    }
    if (bins.overflow())
      return refuse(d_temp_storage, temp_storage_bytes);
    return run<1, 1>(d_temp_storage, temp_storage_bytes, d_samples, bins,
                     static_cast<long long>(num_row_samples), static_cast<long long>(num_rows),
                     row_stride_bytes, stream);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, typename SampleIteratorT, typename CounterT,
            typename LevelT, typename OffsetT>
  static musaError_t
  MultiHistogramEven(void *d_temp_storage, size_t &temp_storage_bytes, SampleIteratorT d_samples,
                     CounterT *d_histogram[NUM_ACTIVE_CHANNELS],
                     int num_levels[NUM_ACTIVE_CHANNELS], LevelT lower_level[NUM_ACTIVE_CHANNELS],
                     LevelT upper_level[NUM_ACTIVE_CHANNELS], OffsetT num_pixels,
                     musaStream_t stream = 0, bool = false) {
    return MultiHistogramEven<NUM_CHANNELS, NUM_ACTIVE_CHANNELS>(
        d_temp_storage, temp_storage_bytes, d_samples, d_histogram, num_levels, lower_level,
        upper_level, num_pixels, static_cast<OffsetT>(1), static_cast<size_t>(0), stream);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, typename SampleIteratorT, typename CounterT,
            typename LevelT, typename OffsetT>
  static musaError_t
  MultiHistogramEven(void *d_temp_storage, size_t &temp_storage_bytes, SampleIteratorT d_samples,
                     CounterT *d_histogram[NUM_ACTIVE_CHANNELS],
                     int num_levels[NUM_ACTIVE_CHANNELS], LevelT lower_level[NUM_ACTIVE_CHANNELS],
                     LevelT upper_level[NUM_ACTIVE_CHANNELS], OffsetT num_row_pixels,
                     OffsetT num_rows, size_t row_stride_bytes, musaStream_t stream = 0,
                     bool = false) {
    using Sample = detail::value_t<SampleIteratorT>;
    EvenBins<Sample, LevelT, CounterT, NUM_ACTIVE_CHANNELS> bins;
    for (int channel = 0; channel < NUM_ACTIVE_CHANNELS; ++channel) {
      bins.histogram[channel] = d_histogram[channel];
      bins.levels[channel] = num_levels[channel];
      bins.lower[channel] = lower_level[channel];
      bins.upper[channel] = upper_level[channel];
    }
    if (bins.overflow())
      return refuse(d_temp_storage, temp_storage_bytes);
    return run<NUM_CHANNELS, NUM_ACTIVE_CHANNELS>(
        d_temp_storage, temp_storage_bytes, d_samples, bins, static_cast<long long>(num_row_pixels),
        static_cast<long long>(num_rows), row_stride_bytes, stream);
  }
  template <typename SampleIteratorT, typename CounterT, typename LevelT, typename OffsetT>
  static musaError_t HistogramRange(void *d_temp_storage, size_t &temp_storage_bytes,
                                    SampleIteratorT d_samples, CounterT *d_histogram,
                                    int num_levels, const LevelT *d_levels, OffsetT num_samples,
                                    musaStream_t stream = 0, bool = false) {
    return HistogramRange(d_temp_storage, temp_storage_bytes, d_samples, d_histogram, num_levels,
                          d_levels, num_samples, static_cast<OffsetT>(1), static_cast<size_t>(0),
                          stream);
  }
  template <typename SampleIteratorT, typename CounterT, typename LevelT, typename OffsetT>
  static musaError_t HistogramRange(void *d_temp_storage, size_t &temp_storage_bytes,
                                    SampleIteratorT d_samples, CounterT *d_histogram,
                                    int num_levels, const LevelT *d_levels, OffsetT num_row_samples,
                                    OffsetT num_rows, size_t row_stride_bytes,
                                    musaStream_t stream = 0, bool = false) {
    using Sample = detail::value_t<SampleIteratorT>;
    RangeBins<Sample, LevelT, CounterT, 1> bins;
    for (int channel = 0; channel < 1; ++channel) {
      bins.histogram[channel] = d_histogram;
      bins.levels[channel] = num_levels;
      bins.bounds[channel] = d_levels;
    }
    return run<1, 1>(d_temp_storage, temp_storage_bytes, d_samples, bins,
                     static_cast<long long>(num_row_samples), static_cast<long long>(num_rows),
                     row_stride_bytes, stream);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, typename SampleIteratorT, typename CounterT,
            typename LevelT, typename OffsetT>
  static musaError_t
  MultiHistogramRange(void *d_temp_storage, size_t &temp_storage_bytes, SampleIteratorT d_samples,
                      CounterT *d_histogram[NUM_ACTIVE_CHANNELS],
                      int num_levels[NUM_ACTIVE_CHANNELS],
                      const LevelT *const d_levels[NUM_ACTIVE_CHANNELS], OffsetT num_pixels,
                      musaStream_t stream = 0, bool = false) {
    return MultiHistogramRange<NUM_CHANNELS, NUM_ACTIVE_CHANNELS>(
        d_temp_storage, temp_storage_bytes, d_samples, d_histogram, num_levels, d_levels,
        num_pixels, static_cast<OffsetT>(1), static_cast<size_t>(0), stream);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, typename SampleIteratorT, typename CounterT,
            typename LevelT, typename OffsetT>
  static musaError_t MultiHistogramRange(
      void *d_temp_storage, size_t &temp_storage_bytes, SampleIteratorT d_samples,
      CounterT *d_histogram[NUM_ACTIVE_CHANNELS], int num_levels[NUM_ACTIVE_CHANNELS],
      const LevelT *const d_levels[NUM_ACTIVE_CHANNELS], OffsetT num_row_pixels, OffsetT num_rows,
      size_t row_stride_bytes, musaStream_t stream = 0, bool = false) {
    using Sample = detail::value_t<SampleIteratorT>;
    RangeBins<Sample, LevelT, CounterT, NUM_ACTIVE_CHANNELS> bins;
    for (int channel = 0; channel < NUM_ACTIVE_CHANNELS; ++channel) {
      bins.histogram[channel] = d_histogram[channel];
      bins.levels[channel] = num_levels[channel];
      bins.bounds[channel] = d_levels[channel];
    }
    return run<NUM_CHANNELS, NUM_ACTIVE_CHANNELS>(
        d_temp_storage, temp_storage_bytes, d_samples, bins, static_cast<long long>(num_row_pixels),
        static_cast<long long>(num_rows), row_stride_bytes, stream);
  }

private:
  template <typename Sample, typename LevelT, typename CounterT, int Channels> struct EvenBins {
    CounterT *histogram[Channels];
    int levels[Channels];
    LevelT lower[Channels];
    LevelT upper[Channels];
    using Common = std::common_type_t<LevelT, Sample>;
    /// Whether a range times its bins exceeds 64 bits. CUB refuses such levels, and programs that
    /// pass here shall pass there.
    bool overflow() const {
      if constexpr (std::is_integral<Common>::value && sizeof(Common) <= 8)
        for (int channel = 0; channel < Channels; ++channel) {
          // As the type of both has it: an upper level below the lower one wraps around.
          constexpr int unused = 64 - static_cast<int>(sizeof(Common)) * 8;
          const auto range = (static_cast<unsigned long long>(upper[channel]) -
                              static_cast<unsigned long long>(lower[channel]))
                                 << unused >>
                             unused;
          unsigned long long product = 0;
          if (__builtin_mul_overflow(range, static_cast<unsigned long long>(levels[channel] - 1),
                                     &product))
            return true;
        }
      return false;
    }
    __device__ int operator()(int channel, const Sample &sample) const {
      const Common value = static_cast<Common>(sample);
      const Common low = static_cast<Common>(lower[channel]);
      const Common high = static_cast<Common>(upper[channel]);
      if (!(low <= value) || !(value < high))
        return -1;
      const int bins = levels[channel] - 1;
      if constexpr (std::is_integral<Common>::value) {
        // The difference may not fit in the signed type, but fits in the unsigned one.
        const auto offset =
            static_cast<unsigned long long>(value) - static_cast<unsigned long long>(low);
        const auto range =
            static_cast<unsigned long long>(high) - static_cast<unsigned long long>(low);
        return static_cast<int>(static_cast<unsigned __int128>(offset) *
                                static_cast<unsigned>(bins) / range);
      } else {
        const int bin =
            static_cast<int>((value - low) * (static_cast<Common>(bins) / (high - low)));
        return bin < bins ? bin : bins - 1;
      }
    }
  };
  template <typename Sample, typename LevelT, typename CounterT, int Channels> struct RangeBins {
    CounterT *histogram[Channels];
    int levels[Channels];
    const LevelT *bounds[Channels];
    __device__ int operator()(int channel, const Sample &sample) const {
      const int bin = UpperBound(bounds[channel], levels[channel], static_cast<LevelT>(sample)) - 1;
      return bin < levels[channel] - 1 ? bin : -1;
    }
  };

  static musaError_t refuse(const void *memory, size_t &bytes) {
    if (memory == nullptr)
      bytes = 1;
    return CubDebug(musaErrorInvalidValue);
  }

  template <int CHANNELS, int ACTIVE, typename SampleIteratorT, typename Bins>
  static musaError_t run(void *memory, size_t &bytes, SampleIteratorT samples, Bins bins,
                         long long row_pixels, long long rows, size_t row_stride_bytes,
                         musaStream_t stream) {
    using Sample = detail::value_t<SampleIteratorT>;
    using Counter = std::remove_pointer_t<std::decay_t<decltype(bins.histogram[0])>>;
    const long long stride =
        rows > 1 ? static_cast<long long>(row_stride_bytes / sizeof(Sample)) : 0;
    // A bin may belong to several channels: it is cleared before any of them adds to it,
    // atomically.
    for (int channel = 0; channel < ACTIVE; ++channel) {
      detail::accesses used;
      used.reads(samples, (rows - 1) * stride + row_pixels * CHANNELS)
          .writes(bins.histogram[channel], bins.levels[channel] - 1);
      if (used.clash(memory))
        return CubDebug(musaErrorInvalidValue);
    }
    musaError_t status;
    if (detail::workspace(memory).answer(bytes, status))
      return status;
    status = detail::launch(1, stream, [=] __device__(int) mutable {
      for (int channel = 0; channel < ACTIVE; ++channel)
        for (int bin = 0; bin + 1 < bins.levels[channel]; ++bin)
          bins.histogram[channel][bin] = Counter(0);
    });
    const long long pixels = row_pixels * rows;
    if (status != musaSuccess || pixels <= 0)
      return status;
    const detail::parts_of parts(pixels);
    return detail::launch(parts.count, stream, [=] __device__(int part) mutable {
      for (long long i = parts.first(part); i < parts.last(part); ++i) {
        const long long pixel = i / row_pixels * stride + i % row_pixels * CHANNELS;
        for (int channel = 0; channel < ACTIVE; ++channel) {
          const int bin = bins(channel, static_cast<Sample>(samples[pixel + channel]));
          if (bin >= 0)
            atomicAdd(bins.histogram[channel] + bin, Counter(1));
        }
      }
    });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_HISTOGRAM_CUH
