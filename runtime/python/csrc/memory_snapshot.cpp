//===- csrc/memory_snapshot.cpp - what the caching allocator has, and has done -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With the keys of torch.cuda's, for the programs that show such snapshots.
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <ATen/Context.h>
#include <c10/musa/MUSACachingAllocator.h>
#include <torch/csrc/profiler/python/combined_traceback.h>
#include <torch/csrc/profiler/unwind/unwind.h>

#include <limits>

namespace py = pybind11;
namespace caching = c10::musa::MUSACachingAllocator;

namespace torch_musa::python {
namespace {

/// The stacks of entries. They are symbolized together, since that is slow.
class Stacks {
public:
  void add(const py::dict &entry, const std::shared_ptr<c10::GatheredContext> &context) {
    entry["frames"] = py::list();
    if (auto *stack = dynamic_cast<torch::CapturedTraceback *>(context.get())) {
      stacks.push_back(stack);
      entries.push_back(entry);
    }
  }
  void symbolize() {
    const auto frames = torch::py_symbolize(stacks);
    for (size_t i = 0; i < entries.size(); ++i)
      entries[i]["frames"] = frames[i];
  }

private:
  std::vector<torch::CapturedTraceback *> stacks;
  std::vector<py::dict> entries;
};

py::list blocksOf(const caching::SegmentInfo &segment, Stacks &stacks) {
  py::list blocks;
  size_t address = segment.address;
  for (const auto &block : segment.blocks) {
    py::dict values;
    values["address"] = address;
    values["size"] = block.size;
    values["requested_size"] = block.requested_size;
    values["state"] = block.allocated ? "active_allocated"
                      : block.active  ? "active_pending_free"
                                      : "inactive";
    stacks.add(values, block.context_when_allocated);
    blocks.append(std::move(values));
    address += block.size;
  }
  return blocks;
}

py::dict toDict(const caching::SegmentInfo &segment, Stacks &stacks) {
  py::dict values;
  values["device"] = segment.device;
  values["address"] = segment.address;
  values["total_size"] = segment.total_size;
  values["allocated_size"] = segment.allocated_size;
  values["active_size"] = segment.active_size;
  values["requested_size"] = segment.requested_size;
  values["stream"] = reinterpret_cast<uintptr_t>(segment.stream);
  values["segment_type"] = segment.is_large ? "large" : "small";
  values["segment_pool_id"] = segment.owner_private_pool_id;
  values["is_expandable"] = segment.is_expandable;
  values["blocks"] = blocksOf(segment, stacks);
  stacks.add(values, segment.context_when_allocated);
  return values;
}

const char *nameOf(caching::TraceEntry::Action action) {
  using Entry = caching::TraceEntry;
  switch (action) {
  case Entry::ALLOC:
    return "alloc";
  case Entry::FREE_REQUESTED:
    return "free_requested";
  case Entry::FREE_COMPLETED:
    return "free_completed";
  case Entry::SEGMENT_ALLOC:
    return "segment_alloc";
  case Entry::SEGMENT_FREE:
    return "segment_free";
  case Entry::SEGMENT_MAP:
    return "segment_map";
  case Entry::SEGMENT_UNMAP:
    return "segment_unmap";
  case Entry::SNAPSHOT:
    return "snapshot";
  case Entry::OOM:
    return "oom";
  }
  return "";
}

py::dict toDict(const caching::TraceEntry &entry, Stacks &stacks) {
  py::dict values;
  values["action"] = nameOf(entry.action_);
  values[entry.action_ == caching::TraceEntry::OOM ? "device_free" : "addr"] = entry.addr_;
  values["size"] = entry.size_;
  values["stream"] = reinterpret_cast<uintptr_t>(entry.stream_);
  values["time_us"] = entry.time_.t_;
  stacks.add(values, entry.context_);
  return values;
}

py::dict toDict(const caching::AllocatorConfigInfo &config) {
  py::dict values;
  values["PYTORCH_MUSA_ALLOC_CONF"] = config.last_allocator_settings;
  if (config.max_split_size == std::numeric_limits<size_t>::max())
    values["max_split_size"] = -1;
  else
    values["max_split_size"] = config.max_split_size;
  values["garbage_collection_threshold"] = config.garbage_collection_threshold;
  values["expandable_segments"] = config.expandable_segments;
  values["pinned_num_register_threads"] = config.pinned_num_register_threads;
  values["release_lock_on_cudamalloc"] = config.release_lock_on_malloc;
  values["pinned_use_cuda_host_register"] = config.pinned_use_host_register;
  py::dict roundup;
  size_t size = 1;
  for (const auto divisions : config.roundup_power2_divisions) {
    roundup[py::str(std::to_string(size))] = divisions;
    size *= 2;
  }
  values["roundup_power2_divisions"] = roundup;
  return values;
}

py::dict memorySnapshot() {
  caching::SnapshotInfo snapshot;
  {
    const py::gil_scoped_release unlocked;
    snapshot = caching::snapshot();
  }
  Stacks stacks;
  py::list segments;
  for (const auto &segment : snapshot.segments)
    segments.append(toDict(segment, stacks));
  py::list traces;
  for (const auto &trace : snapshot.device_traces) {
    py::list entries;
    for (const auto &entry : trace)
      entries.append(toDict(entry, stacks));
    traces.append(std::move(entries));
  }
  py::list annotations;
  for (const auto &annotation : snapshot.external_annotations) {
    py::dict values;
    for (const auto &[key, value] : annotation.metadata_)
      values[py::str(key)] = value;
    values["device"] = annotation.device_;
    values["time_us"] = annotation.time_.t_;
    annotations.append(std::move(values));
  }
  stacks.symbolize();
  py::dict result;
  result["segments"] = segments;
  result["device_traces"] = traces;
  result["allocator_settings"] = toDict(snapshot.config_metadata);
  result["external_annotations"] = annotations;
  return result;
}

std::shared_ptr<c10::GatheredContext> gatherPython() {
  return torch::CapturedTraceback::gather(/*python=*/true, /*script=*/true, /*cpp=*/false);
}

std::shared_ptr<c10::GatheredContext> gatherAll() {
  return torch::CapturedTraceback::gather(/*python=*/true, /*script=*/true, /*cpp=*/true);
}

/// The package has checked the words.
void recordMemoryHistory(const std::optional<std::string> &enabled,
                         const std::optional<std::string> &context, const std::string &stacks,
                         size_t entries) {
  using caching::RecordContext;
  auto when = RecordContext::NEVER;
  if (enabled && context)
    when = *context == "all"     ? RecordContext::ALL
           : *context == "alloc" ? RecordContext::ALLOC
                                 : RecordContext::STATE;
  if (enabled && stacks == "all")
    torch::unwind::unwind(); // the first one is slow
  caching::recordHistory(enabled.has_value(), stacks == "all" ? gatherAll : gatherPython,
                         enabled == "all" ? entries : 1, when);
}

} // namespace

void bindMemorySnapshot(py::module_ &module) {
  module.def("_memory_snapshot", quick(memorySnapshot));
  module.def("_record_memory_history", quick(recordMemoryHistory));
  module.def("_is_memory_history_enabled", quick(caching::isHistoryEnabled));
}

} // namespace torch_musa::python
