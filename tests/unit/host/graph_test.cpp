//===- unit/host/graph_test.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph.h"

#include "device_test.h"
#include "model/allocations.h"
#include "model/graph_exec.h"
#include "model/graph_memory.h"
#include "gmock/gmock.h"

#include <array>

namespace musart {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// An edge to that node, without data.
auto isOf(const Node *node) {
  return ::testing::AllOf(
      ::testing::Field(&Edge::node, node),
      ::testing::ResultOf([](const Edge &edge) { return isSameData(edge.data, {}); }, true));
}

class GraphTest : public DeviceTest {
protected:
  Node &add(Graph &to, Work work, const std::vector<Node *> &dependencies = {}) {
    std::vector<Edge> edges;
    for (Node *dependency : dependencies)
      edges.push_back({dependency, {}});
    return to.add(std::move(work), device, edges);
  }
  Node &addEmpty(const std::vector<Node *> &dependencies = {}) {
    return add(*graph, EmptyWork{}, dependencies);
  }
  Node &addSay(const char *what, const std::vector<Node *> &dependencies = {}) {
    return add(*graph, HostWork{say(what)}, dependencies);
  }
  std::optional<std::vector<Node *>> inOrder() const { return graph->inOrder(nullptr); }
  void launch(Executable &executable) {
    const std::shared_ptr<Stream> stream = makeStream();
    executable.launch(*stream);
    stream->finish();
  }

  const std::shared_ptr<Graph> graph = std::make_shared<Graph>();
};

// ------------------------------------------------------------------------------- edges

TEST_F(GraphTest, NodesKnowWhatTheyDependOnAndTheReverse) {
  Node &first = addEmpty();
  Node &second = addEmpty({&first});
  Node &third = addEmpty({&first, &second});
  EXPECT_THAT(third.dependencies, ElementsAre(isOf(&first), isOf(&second)));
  EXPECT_THAT(first.dependents, ElementsAre(isOf(&second), isOf(&third)));
  EXPECT_THAT(third.dependents, IsEmpty());
}

TEST_F(GraphTest, ADependencyIsGivenOnceAndIsTheGraphsOwn) {
  Node &first = addEmpty();
  Graph other;
  Node &foreign = add(other, EmptyWork{});
  EXPECT_EQ(errorOf([&] { addEmpty({&first, &first}); }), musaErrorInvalidValue);
  EXPECT_EQ(errorOf([&] { addEmpty({&foreign}); }), musaErrorInvalidValue);
  EXPECT_EQ(graph->nodes().size(), 1U);
  EXPECT_THAT(first.dependents, IsEmpty());
}

TEST_F(GraphTest, AnEdgeIsThereOnceAndNotToItsNode) {
  Node &first = addEmpty();
  Node &second = addEmpty();
  graph->addEdge(first, second, {});
  EXPECT_EQ(errorOf([&] { graph->addEdge(first, second, {}); }), musaErrorInvalidValue);
  EXPECT_EQ(errorOf([&] { graph->addEdge(first, first, {}); }), musaErrorInvalidValue);
  EXPECT_EQ(errorOf([&] { graph->removeEdge(second, first, {}); }), musaErrorInvalidValue);
  graph->removeEdge(first, second, {});
  EXPECT_THAT(first.dependents, IsEmpty());
  EXPECT_THAT(second.dependencies, IsEmpty());
}

TEST_F(GraphTest, ARemovedNodeLeavesNoEdges) {
  Node &first = addEmpty();
  Node &second = addEmpty({&first});
  Node &third = addEmpty({&second});
  graph->remove(second);
  EXPECT_THAT(first.dependents, IsEmpty());
  EXPECT_THAT(third.dependencies, IsEmpty());
  EXPECT_EQ(inOrder(), (std::vector<Node *>{&first, &third}));
}

// ------------------------------------------------------------------------------- order

TEST_F(GraphTest, NodesComeBehindTheirDependenciesElseAsTheyWereAdded) {
  Node &a = addEmpty();
  Node &b = addEmpty();
  Node &c = addEmpty();
  Node &d = addEmpty();
  graph->addEdge(d, a, {});
  graph->addEdge(d, b, {});
  EXPECT_EQ(inOrder(), (std::vector<Node *>{&c, &d, &a, &b}));
}

TEST_F(GraphTest, ACycleIsNamedByOneOfItsNodes) {
  Node &before = addEmpty();
  Node &a = addEmpty({&before});
  Node &b = addEmpty({&a});
  const Node &behind = addEmpty({&b});
  graph->addEdge(b, a, {});
  Node *found = nullptr;
  EXPECT_FALSE(graph->inOrder(&found));
  EXPECT_TRUE(found == &a || found == &b);
  EXPECT_NE(found, &behind); // it waits as well
}

TEST_F(GraphTest, ACycleInANodesGraphIsOne) {
  const auto child = std::make_shared<Graph>();
  Node &a = add(*child, EmptyWork{});
  Node &b = add(*child, EmptyWork{}, {&a});
  add(*graph, ChildWork{child});
  EXPECT_TRUE(inOrder());
  child->addEdge(b, a, {});
  Node *found = nullptr;
  EXPECT_FALSE(graph->inOrder(&found));
  EXPECT_EQ(found->graph, child.get());
}

// ------------------------------------------------------------------------------- copies

TEST_F(GraphTest, ACopySharesNoNodeAndKnowsWhatItIsOf) {
  const auto child = std::make_shared<Graph>();
  add(*child, EmptyWork{});
  Node &first = addEmpty();
  Node &second = add(*graph, ChildWork{child}, {&first});
  const std::shared_ptr<Graph> copy = graph->clone();
  ASSERT_EQ(copy->nodes().size(), 2U);
  const Node &a = *copy->nodes()[0];
  const Node &b = *copy->nodes()[1];
  EXPECT_EQ(a.clonedFrom, first.id);
  EXPECT_EQ(b.clonedFrom, second.id);
  EXPECT_THAT(b.dependencies, ElementsAre(isOf(&a)));
  EXPECT_THAT(a.dependents, ElementsAre(isOf(&b)));
  const Graph &inner = *std::get<ChildWork>(b.work).graph;
  EXPECT_NE(&inner, child.get());
  add(*child, EmptyWork{});
  graph->remove(second);
  EXPECT_EQ(inner.nodes().size(), 1U);
  EXPECT_EQ(copy->nodes().size(), 2U);
}

TEST_F(GraphTest, MemoryNodesAreFoundInTheGraphsOfNodes) {
  const auto child = std::make_shared<Graph>();
  add(*graph, ChildWork{child});
  EXPECT_FALSE(hasMemoryNodes(*graph));
  add(*child, FreeWork{});
  EXPECT_TRUE(hasMemoryNodes(*graph));
}

// ------------------------------------------------------------------------------- handles

TEST_F(GraphTest, HandlesEndWithTheGraphAlsoThoseOfItsNodes) {
  const std::lock_guard lock(graphMutex());
  Node &node = addEmpty();
  const musaGraphNode_t nodeHandle = handleOf(&node);
  EXPECT_EQ(errorOf([&] { findNode(nodeHandle); }), musaErrorInvalidValue);
  const musaGraph_t handle = publish(graph);
  EXPECT_EQ(findGraph(handle), graph);
  EXPECT_EQ(&findNode(nodeHandle), &node);
  const Node &later = addEmpty();
  EXPECT_EQ(&findNode(handleOf(&later)), &later);
  unpublish(*graph);
  EXPECT_EQ(errorOf([&] { findGraph(handle); }), musaErrorInvalidValue);
  EXPECT_EQ(errorOf([&] { findNode(nodeHandle); }), musaErrorInvalidValue);
}

// ------------------------------------------------------------------------------- instantiation

TEST_F(GraphTest, AGraphWithACycleIsNotInstantiated) {
  Node &a = addEmpty();
  Node &b = addEmpty({&a});
  graph->addEdge(b, a, {});
  Executable::Fault fault;
  EXPECT_EQ(errorOf([&] { Executable(*graph, 0, fault); }), musaErrorInvalidValue);
  EXPECT_TRUE(fault.node == &a || fault.node == &b);
}

TEST_F(GraphTest, TheApiSaysWhichNodeIsInACycle) {
  musaGraph_t handle = nullptr;
  ASSERT_EQ(musaGraphCreate(&handle, 0), musaSuccess);
  std::array<musaGraphNode_t, 3> nodes = {};
  for (musaGraphNode_t &node : nodes)
    ASSERT_EQ(musaGraphAddEmptyNode(&node, handle, nullptr, 0), musaSuccess);
  const std::array<musaGraphNode_t, 2> from = {nodes[0], nodes[1]};
  const std::array<musaGraphNode_t, 2> to = {nodes[1], nodes[0]};
  ASSERT_EQ(musaGraphAddDependencies(handle, from.data(), to.data(), 2), musaSuccess);

  musaGraphExec_t exec = nullptr;
  musaGraphInstantiateParams params = {};
  EXPECT_EQ(musaGraphInstantiateWithParams(&exec, handle, &params), musaErrorInvalidValue);
  EXPECT_EQ(params.result_out, musaGraphInstantiateInvalidStructure);
  EXPECT_TRUE(params.errNode_out == nodes[0] || params.errNode_out == nodes[1]);

  params.flags = musaGraphInstantiateFlagDeviceLaunch;
  EXPECT_EQ(musaGraphInstantiateWithParams(&exec, handle, &params), musaErrorNotSupported);
  EXPECT_EQ(params.result_out, musaGraphInstantiateError);
  EXPECT_EQ(params.errNode_out, nullptr);

  ASSERT_EQ(musaGraphRemoveDependencies(handle, from.data(), to.data(), 1), musaSuccess);
  EXPECT_EQ(musaGraphInstantiate(&exec, handle, 1U << 20), musaErrorInvalidValue);
  EXPECT_EQ(musaGraphInstantiate(&exec, handle, 0), musaSuccess);
  EXPECT_EQ(musaGraphExecDestroy(exec), musaSuccess);
  EXPECT_EQ(musaGraphExecDestroy(exec), musaErrorInvalidValue);
  EXPECT_EQ(musaGraphDestroy(handle), musaSuccess);
  EXPECT_EQ(musaGraphInstantiate(&exec, handle, 0), musaErrorInvalidValue);
  EXPECT_EQ(musaGetLastError(), musaErrorInvalidValue);
}

// ------------------------------------------------------------------------------- launches

TEST_F(GraphTest, ALaunchRunsEachNodeBehindItsDependencies) {
  Node &last = addSay("last");
  Node &left = addSay("left");
  Node &right = addSay("right");
  const Node &first = addSay("first");
  graph->addEdge(const_cast<Node &>(first), left, {});
  graph->addEdge(const_cast<Node &>(first), right, {});
  graph->addEdge(left, last, {});
  graph->addEdge(right, last, {});
  Executable::Fault fault;
  Executable executable(*graph, 0, fault);
  launch(executable);
  launch(executable);
  EXPECT_THAT(log, ElementsAre("first", "left", "right", "last", "first", "left", "right", "last"));
}

TEST_F(GraphTest, WhatIsInstantiatedDoesNotFollowTheGraph) {
  addSay("a");
  Executable::Fault fault;
  Executable executable(*graph, 0, fault);
  addSay("b");
  launch(executable);
  EXPECT_THAT(log, ElementsAre("a"));
}

TEST_F(GraphTest, AGraphDoesNotRunBesideItself) {
  Gate gate;
  bool isHeld = true;
  add(*graph, HostWork{call([&] {
    if (std::exchange(isHeld, false))
      gate.pass();
  })});
  addSay("a", {graph->nodes()[0].get()});
  Executable::Fault fault;
  Executable executable(*graph, 0, fault);
  const std::shared_ptr<Stream> one = makeStream();
  const std::shared_ptr<Stream> other = makeStream();
  executable.launch(*one);
  executable.launch(*other);
  EXPECT_FALSE(other->isDone());
  gate.open();
  one->finish();
  other->finish();
  EXPECT_THAT(log, ElementsAre("a", "a"));
}

TEST_F(GraphTest, EventNodesRecordForOthersAndWait) {
  Gate gate;
  const auto recorded = std::make_shared<Event>(device.ordinal, musaEventDefault);
  const auto awaited = std::make_shared<Event>(device.ordinal, musaEventDefault);
  const auto moment = std::make_shared<Moment>();
  awaited->setMoment(moment);
  Node &wait = add(*graph, WaitWork{nullptr, awaited});
  Node &ran = addSay("ran", {&wait});
  add(*graph, RecordWork{nullptr, recorded}, {&ran});
  Executable::Fault fault;
  Executable executable(*graph, 0, fault);
  const std::shared_ptr<Stream> stream = makeStream();
  EXPECT_EQ(recorded->moment(), nullptr);
  executable.launch(*stream);
  ASSERT_NE(recorded->moment(), nullptr);
  EXPECT_FALSE(recorded->moment()->isReached());
  EXPECT_FALSE(stream->isDone());
  moment->reach();
  recorded->moment()->wait();
  EXPECT_THAT(log, ElementsAre("ran"));
}

TEST_F(GraphTest, MemoryOfAGraphIsInUseFromItsLaunchUntilItIsFreed) {
  AllocateWork work = {};
  work.memory = GraphMemory::make(device, 64);
  const std::shared_ptr<GraphMemory> memory = work.memory;
  add(*graph, work);
  Executable::Fault fault;
  Executable executable(*graph, 0, fault);
  Executable freeing(*graph, musaGraphInstantiateFlagAutoFreeOnLaunch, fault);
  EXPECT_EQ(errorOf([&] { freeGraphMemory(memory->address()); }), musaErrorInvalidValue);
  launch(executable);
  EXPECT_TRUE(isLive(*memory));
  EXPECT_EQ(errorOf([&] { launch(executable); }), musaErrorInvalidValue);
  EXPECT_EQ(errorOf([&] { launch(freeing); }), musaSuccess);
  EXPECT_EQ(freeGraphMemory(memory->address()), memory);
  EXPECT_FALSE(isLive(*memory));
  EXPECT_EQ(errorOf([&] { launch(executable); }), musaSuccess);
}

// ------------------------------------------------------------------------------- changes

/// A row of bytes of this value.
FillWork fillWith(std::array<char, 4> &target, uint32_t value) {
  Fill fill;
  fill.to = {target.data(), target.size(), target.size()};
  fill.width = target.size();
  fill.value = value;
  return {fill};
}

TEST_F(GraphTest, ANodeMayDoTheSameWithOtherParametersOnly) {
  std::array<char, 4> target = {};
  Node &node = add(*graph, fillWith(target, 1));
  Node &host = addSay("host");
  Executable::Fault fault;
  Executable executable(*graph, 0, fault);
  executable.setWork(executable.nodeOf(node), fillWith(target, 7));
  launch(executable);
  EXPECT_THAT(target, ElementsAre(7, 7, 7, 7));

  FillWork rows = fillWith(target, 9);
  rows.fill.rows = 2;
  EXPECT_EQ(errorOf([&] { executable.setWork(executable.nodeOf(node), rows); }),
            musaErrorInvalidValue);
  EXPECT_EQ(errorOf([&] { executable.setWork(executable.nodeOf(host), rows); }),
            musaErrorInvalidValue);
  const Node &unknown = addEmpty();
  EXPECT_EQ(errorOf([&] { executable.nodeOf(unknown); }), musaErrorInvalidValue);
}

TEST_F(GraphTest, ADisabledNodeIsLeftOut) {
  std::array<char, 4> target = {};
  const Node &node = add(*graph, fillWith(target, 1));
  const Node &host = addSay("host");
  Executable::Fault fault;
  Executable executable(*graph, 0, fault);
  EXPECT_EQ(errorOf([&] { executable.setEnabled(executable.nodeOf(host), false); }),
            musaErrorInvalidValue);
  executable.setEnabled(executable.nodeOf(node), false);
  launch(executable);
  EXPECT_THAT(target, ElementsAre(0, 0, 0, 0));
  executable.setEnabled(executable.nodeOf(node), true);
  launch(executable);
  EXPECT_THAT(target, ElementsAre(1, 1, 1, 1));
}

TEST_F(GraphTest, AnUpdateTakesOverAGraphOfTheSameShapeOrNothing) {
  Node &first = addSay("old");
  addSay("old end", {&first});
  Executable::Fault fault;
  Executable executable(*graph, 0, fault);

  Graph same;
  Node &newFirst = add(same, HostWork{say("new")});
  add(same, HostWork{say("new end")}, {&newFirst});
  EXPECT_EQ(executable.update(same).result, musaGraphExecUpdateSuccess);
  launch(executable);
  EXPECT_THAT(log, ElementsAre("new", "new end"));

  Graph apart;
  add(apart, HostWork{say("x")});
  add(apart, HostWork{say("y")});
  EXPECT_EQ(executable.update(apart).result, musaGraphExecUpdateErrorTopologyChanged);

  Graph otherKind;
  Node &empty = add(otherKind, EmptyWork{});
  add(otherKind, HostWork{say("z")}, {&empty});
  const Executable::Difference found = executable.update(otherKind);
  EXPECT_EQ(found.result, musaGraphExecUpdateErrorNodeTypeChanged);
  EXPECT_EQ(found.node, &empty);
  launch(executable);
  EXPECT_THAT(log, ElementsAre("new", "new end", "new", "new end"));
}

} // namespace
} // namespace musart
