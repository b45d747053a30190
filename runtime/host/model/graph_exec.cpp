//===- host/model/graph_exec.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph_exec.h"

#include "model/allocations.h"
#include "model/device.h"
#include "model/error.h"
#include "model/graph_memory.h"

#include <algorithm>
#include <map>

namespace musart {
namespace {

std::unordered_map<musaGraphExec_t, std::shared_ptr<Executable>> &executables() {
  static auto *result = new std::unordered_map<musaGraphExec_t, std::shared_ptr<Executable>>;
  return *result;
}

/// What runs for a node that only does one thing, and the same thing each time.
std::optional<Operation> operationOf(const Work &work) {
  if (const auto *kernel = std::get_if<KernelWork>(&work))
    return kernel->run;
  if (const auto *copy = std::get_if<CopyWork>(&work))
    return copy->copy;
  if (const auto *fill = std::get_if<FillWork>(&work))
    return fill->fill;
  if (const auto *host = std::get_if<HostWork>(&work))
    return host->call;
  if (const auto *words = std::get_if<WordsWork>(&work))
    return words->access;
  return std::nullopt;
}

// ------------------------------------------------------------------------------- changes

bool isSame(const Copy::Side &a, const Copy::Side &b) {
  return a.address == b.address && a.pitch == b.pitch && a.slicePitch == b.slicePitch;
}

bool isOneRow(const Copy &copy) { return copy.rows == 1 && copy.slices == 1; }
bool isOneRow(const Fill &fill) { return fill.rows == 1 && fill.slices == 1; }

/// Copies and fills of one row may change, others must stay as they are; memory of the device must
/// stay that.
bool mayBecome(const Copy &is, const Copy &wanted) {
  const bool same = isSame(is.to, wanted.to) && isSame(is.from, wanted.from) &&
                    is.width == wanted.width && is.rows == wanted.rows &&
                    is.slices == wanted.slices;
  return same ||
         (isOneRow(is) && isOneRow(wanted) &&
          allocations().isDevice(is.to.address) == allocations().isDevice(wanted.to.address) &&
          allocations().isDevice(is.from.address) == allocations().isDevice(wanted.from.address));
}

bool mayBecome(const Fill &is, const Fill &wanted) {
  const bool same = isSame(is.to, wanted.to) && is.width == wanted.width &&
                    is.rows == wanted.rows && is.slices == wanted.slices;
  return same || (isOneRow(is) && isOneRow(wanted));
}

musaGraphExecUpdateResult compare(const Work &is, const Work &wanted) {
  if (is.index() != wanted.index())
    return musaGraphExecUpdateErrorNodeTypeChanged;
  bool allowed = true;
  if (const auto *kernel = std::get_if<KernelWork>(&is)) {
    if (kernel->run.launch.cooperative != std::get<KernelWork>(wanted).run.launch.cooperative)
      return musaGraphExecUpdateErrorAttributesChanged;
  } else if (const auto *copy = std::get_if<CopyWork>(&is)) {
    allowed = mayBecome(copy->copy, std::get<CopyWork>(wanted).copy);
  } else if (const auto *fill = std::get_if<FillWork>(&is)) {
    allowed = mayBecome(fill->fill, std::get<FillWork>(wanted).fill);
  } else if (const auto *conditional = std::get_if<ConditionalWork>(&is)) {
    const auto &other = std::get<ConditionalWork>(wanted);
    allowed = conditional->type == other.type && conditional->bodies.size() == other.bodies.size();
  } else if (const auto *memory = std::get_if<AllocateWork>(&is)) {
    allowed = memory->memory->size() == std::get<AllocateWork>(wanted).memory->size();
  }
  return allowed ? musaGraphExecUpdateSuccess : musaGraphExecUpdateErrorParametersChanged;
}

/// Which nodes of two graphs stand for each other: those that have no dependents in the order in
/// which they were added, and from there on what they depend on, edge by edge.
class Pairing {
public:
  using Difference = Executable::Difference;

  Difference pair(const Graph &mine, const Graph &other) {
    const auto ends = [](const Graph &graph) {
      std::vector<Node *> result;
      for (const std::shared_ptr<Node> &node : graph.nodes())
        if (node->dependents.empty())
          result.push_back(node.get());
      return result;
    };
    const std::vector<Node *> myEnds = ends(mine);
    const std::vector<Node *> otherEnds = ends(other);
    if (mine.nodes().size() != other.nodes().size() || myEnds.size() != otherEnds.size())
      return {musaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    for (size_t i = 0; i < myEnds.size(); ++i)
      open.push_back({myEnds[i], otherEnds[i], nullptr});
    while (!open.empty()) {
      const Candidate next = open.back();
      open.pop_back();
      if (const Difference found = check(next); found.result != musaGraphExecUpdateSuccess)
        return found;
    }
    return {};
  }

  /// Nodes of the first graph, and those of the second.
  std::vector<std::pair<Node *, const Node *>> pairs;

private:
  struct Candidate {
    Node *mine;
    Node *other;
    const Node *dependent; ///< of the other graph
  };

  Difference check(const Candidate &candidate) {
    const auto [found, isNew] = partners.emplace(candidate.mine, candidate.other);
    if (!isNew && found->second != candidate.other)
      return {musaGraphExecUpdateErrorTopologyChanged, candidate.dependent, candidate.other};
    if (!isNew)
      return {};
    const Node &mine = *candidate.mine;
    const Node &other = *candidate.other;
    if (mine.dependencies.size() != other.dependencies.size())
      return {musaGraphExecUpdateErrorTopologyChanged, &other, nullptr};
    const musaGraphExecUpdateResult result = compare(mine.work, other.work);
    if (result != musaGraphExecUpdateSuccess)
      return {result, &other, nullptr};
    const std::vector<std::shared_ptr<Graph>> myParts = partsOf(mine.work);
    const std::vector<std::shared_ptr<Graph>> otherParts = partsOf(other.work);
    for (size_t i = 0; i < myParts.size(); ++i) {
      Pairing inner;
      const Difference inside = inner.pair(*myParts[i], *otherParts[i]);
      if (inside.result != musaGraphExecUpdateSuccess)
        return inside;
      pairs.insert(pairs.end(), inner.pairs.begin(), inner.pairs.end());
    }
    pairs.push_back({candidate.mine, candidate.other});
    for (size_t i = 0; i < mine.dependencies.size(); ++i) {
      const Edge &is = mine.dependencies[i];
      const Edge &wanted = other.dependencies[i];
      if (!isSameData(is.data, wanted.data))
        return {musaGraphExecUpdateErrorTopologyChanged, &other, wanted.node};
      open.push_back({is.node, wanted.node, &other});
    }
    return {};
  }

  std::vector<Candidate> open;
  std::unordered_map<const Node *, const Node *> partners;
};

} // namespace

// ------------------------------------------------------------------------------- the program

namespace {

/// Makes nodes empty, by what they were copied from.
void disable(const Graph &graph, const std::unordered_set<uint64_t> &originals) {
  for (const std::shared_ptr<Node> &node : graph.nodes()) {
    if (originals.count(node->clonedFrom) != 0)
      node->work = EmptyWork{};
    for (const std::shared_ptr<Graph> &part : partsOf(node->work))
      disable(*part, originals);
  }
}

/// What the body of a conditional node may hold, besides others.
bool isForBody(const Work &work) {
  return std::holds_alternative<KernelWork>(work) || std::holds_alternative<CopyWork>(work) ||
         std::holds_alternative<FillWork>(work) || std::holds_alternative<EmptyWork>(work) ||
         !partsOf(work).empty();
}

/// `inBody`: the graph is that of a conditional node, or inside one.
void requireRunnable(const Graph &graph, bool inBody, Executable::Fault &fault) {
  const auto isUnused = [](const auto &condition) { return !condition->isUsed; };
  if (std::ranges::any_of(graph.conditions, isUnused)) {
    fault = {musaGraphInstantiateConditionalHandleUnused, nullptr};
    throw ApiError{musaErrorInvalidValue};
  }
  for (const std::shared_ptr<Node> &node : graph.nodes()) {
    if (inBody && !isForBody(node->work)) {
      fault = {musaGraphInstantiateNodeOperationNotSupported, node.get()};
      throw ApiError{musaErrorNotSupported};
    }
    const bool isBody = inBody || std::holds_alternative<ConditionalWork>(node->work);
    for (const std::shared_ptr<Graph> &part : partsOf(node->work))
      requireRunnable(*part, isBody, fault);
  }
}

} // namespace

Executable::Executable(const Graph &graph, unsigned long long flags, Fault &fault) : flags(flags) {
  Node *inCycle = nullptr;
  if (!graph.inOrder(&inCycle)) {
    fault = {musaGraphInstantiateInvalidStructure, inCycle};
    throw ApiError{musaErrorInvalidValue};
  }
  requireRunnable(graph, false, fault);
  copy = graph.clone();
  index(*copy);
  program = makeProgram();
}

void Executable::index(const Graph &part) {
  for (const std::shared_ptr<Node> &node : part.nodes()) {
    byOriginal[node->clonedFrom] = node.get();
    for (const std::shared_ptr<Graph> &inner : partsOf(node->work))
      index(*inner);
  }
}

void Executable::append(const Graph &part, Program &made) const {
  const std::optional<std::vector<Node *>> ordered = part.inOrder(nullptr);
  require(ordered.has_value());
  made.userObjects.addAll(part.userObjects);
  for (const Node *node : *ordered) {
    if (!isEnabled(*node))
      continue;
    const auto addStep = [&](std::shared_ptr<const Operation> operation) {
      made.steps.push_back({std::move(operation), node->device});
    };
    const auto addEvent = [&](const std::shared_ptr<Event> &event, bool records) {
      made.events.push_back({made.steps.size(), event, records});
      addStep(nullptr);
    };
    if (std::optional<Operation> operation = operationOf(node->work)) {
      addStep(std::make_shared<const Operation>(std::move(*operation)));
    } else if (const auto *child = std::get_if<ChildWork>(&node->work)) {
      append(*child->graph, made);
    } else if (const auto *conditional = std::get_if<ConditionalWork>(&node->work)) {
      append(*conditional, node->device, made);
    } else if (const auto *record = std::get_if<RecordWork>(&node->work)) {
      addEvent(record->event, true);
    } else if (const auto *wait = std::get_if<WaitWork>(&node->work)) {
      addEvent(wait->event, false);
    } else if (const auto *memory = std::get_if<AllocateWork>(&node->work)) {
      made.memory.push_back(memory->memory);
      made.allocated.push_back(memory->memory);
    } else if (const auto *free = std::get_if<FreeWork>(&node->work)) {
      const auto own =
          std::find_if(made.allocated.begin(), made.allocated.end(),
                       [&](const auto &one) { return one->address() == free->address; });
      if (own != made.allocated.end())
        made.allocated.erase(own);
      else
        made.freed.push_back(free->address);
    }
  }
}

/// A body has nothing but steps.
void Executable::append(const ConditionalWork &conditional, Device *device, Program &made) const {
  made.conditions.push_back(conditional.condition);
  RunConditional run{conditional.condition, conditional.type, {}};
  for (const std::shared_ptr<Graph> &body : conditional.bodies) {
    Program part;
    append(*body, part);
    made.userObjects.addAll(part.userObjects);
    made.conditions.insert(made.conditions.end(), part.conditions.begin(), part.conditions.end());
    run.bodies.push_back(std::make_shared<const std::vector<Step>>(std::move(part.steps)));
  }
  made.steps.push_back({std::make_shared<const Operation>(std::move(run)), device});
}

std::shared_ptr<const Executable::Program> Executable::makeProgram() const {
  auto made = std::make_shared<Program>();
  append(*copy, *made);
  return made;
}

void Executable::launch(Stream &stream) {
  const std::lock_guard launchLock(launching);
  std::shared_ptr<const Program> current;
  {
    const std::lock_guard lock(graphMutex());
    if (program == nullptr)
      program = makeProgram();
    current = program;
  }
  const bool autoFree = (flags & musaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
  for (const std::shared_ptr<GraphMemory> &memory : current->allocated)
    require(autoFree || !isLive(*memory));
  std::vector<std::shared_ptr<GraphMemory>> freed;
  for (const void *address : current->freed) {
    freed.push_back(findGraphMemory(address));
    require(freed.back() != nullptr && isLive(*freed.back()));
  }
  RunGraph run;
  run.kept.assign(freed.begin(), freed.end());
  run.kept.push_back(current);
  run.conditions = current->conditions;
  run.previous = lastLaunch;
  run.done = std::make_shared<Moment>();
  std::map<std::shared_ptr<Event>, std::shared_ptr<Moment>> recorded;
  if (current->events.empty()) {
    run.steps = {current, &current->steps};
  } else {
    auto steps = std::make_shared<std::vector<Step>>(current->steps);
    for (const Program::EventStep &one : current->events) {
      const auto earlier = recorded.find(one.event);
      std::shared_ptr<Moment> moment;
      if (one.records)
        moment = recorded[one.event] = one.event->newMoment();
      else
        moment = earlier != recorded.end() ? earlier->second : one.event->moment();
      Operation operation = Nothing{};
      if (one.records)
        operation = ReachMoment{std::move(moment)};
      else if (moment != nullptr)
        operation = WaitForMoment{std::move(moment)};
      (*steps)[one.step].operation = std::make_shared<const Operation>(std::move(operation));
    }
    run.steps = std::move(steps);
  }
  std::shared_ptr<Moment> done = run.done;
  stream.submit(std::move(run));
  lastLaunch = std::move(done);
  for (auto &[event, moment] : recorded)
    event->setMoment(std::move(moment));
  for (const std::shared_ptr<GraphMemory> &memory : current->allocated)
    setLive(*memory, true);
  for (const std::shared_ptr<GraphMemory> &memory : freed)
    setLive(*memory, false);
}

std::shared_ptr<Graph> Executable::copyForNode() const {
  require(canBeCopied(*copy), musaErrorNotSupported);
  std::unordered_set<uint64_t> left;
  for (const Node *node : disabled)
    left.insert(node->id);
  std::shared_ptr<Graph> result = copy->clone();
  disable(*result, left);
  return result;
}

// ------------------------------------------------------------------------------- changes

namespace {

/// The graphs inside stay, whose nodes take over the others'.
void takeOver(const Work &from, Work &to) {
  if (auto *conditional = std::get_if<ConditionalWork>(&to))
    conditional->condition = std::get<ConditionalWork>(from).condition;
  else if (partsOf(to).empty())
    to = from;
}

} // namespace

Node &Executable::nodeOf(const Node &original) const {
  const auto found = byOriginal.find(original.id);
  require(found != byOriginal.end());
  return *found->second;
}

void Executable::setWork(Node &node, Work work) {
  if (const auto *child = std::get_if<ChildWork>(&work)) {
    require(std::holds_alternative<ChildWork>(node.work));
    Pairing pairing;
    const Difference found = pairing.pair(*std::get<ChildWork>(node.work).graph, *child->graph);
    require(found.result == musaGraphExecUpdateSuccess);
    for (const auto &[mine, other] : pairing.pairs)
      takeOver(other->work, mine->work);
  } else {
    require(partsOf(node.work).empty());
    require(compare(node.work, work) == musaGraphExecUpdateSuccess);
    node.work = std::move(work);
  }
  program = nullptr;
}

void Executable::setEnabled(const Node &node, bool enabled) {
  const musaGraphNodeType type = typeOf(node.work);
  require(type == musaGraphNodeTypeKernel || type == musaGraphNodeTypeMemcpy ||
          type == musaGraphNodeTypeMemset);
  if (enabled)
    disabled.erase(&node);
  else
    disabled.insert(&node);
  program = nullptr;
}

Executable::Difference Executable::update(const Graph &other) {
  Node *inCycle = nullptr;
  if (!other.inOrder(&inCycle))
    return {musaGraphExecUpdateErrorTopologyChanged, inCycle, nullptr};
  Pairing pairing;
  const Difference found = pairing.pair(*copy, other);
  if (found.result != musaGraphExecUpdateSuccess)
    return found;
  for (const auto &[mine, wanted] : pairing.pairs) {
    takeOver(wanted->work, mine->work);
    mine->device = wanted->device;
  }
  program = nullptr;
  return {};
}

musaGraphExec_t addExecutable(std::shared_ptr<Executable> executable) {
  const auto handle = reinterpret_cast<musaGraphExec_t>(executable.get());
  executables()[handle] = std::move(executable);
  return handle;
}

void removeExecutable(musaGraphExec_t handle) {
  findExecutable(handle);
  executables().erase(handle);
}

std::shared_ptr<Executable> findExecutable(musaGraphExec_t handle) {
  const auto found = executables().find(handle);
  if (found != executables().end())
    return found->second;
  if (handle != nullptr)
    printMisuse("an instantiated graph is used that was destroyed or never created");
  throw ApiError{musaErrorInvalidValue};
}

} // namespace musart
