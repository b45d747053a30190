//===- libraries/dnn/onednn.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "onednn.h"

#include "elements.h"

namespace musaport::dnn {

/// Streams run until the process ends: this is never destroyed. oneDNN destroys its table of
/// reorders, and makes it with the first one: here, before submit() registers what ends work.
dnnl::engine &engine() {
  static auto *cpu = [] {
    auto *made = new dnnl::engine(dnnl::engine::kind::cpu, 0);
    const dnnl::memory::desc rows({2, 2}, dnnl::memory::data_type::f32, dnnl::memory::dims{2, 1});
    const dnnl::memory::desc columns({2, 2}, dnnl::memory::data_type::f32,
                                     dnnl::memory::dims{1, 2});
    const dnnl::reorder first(dnnl::reorder::primitive_desc(*made, rows, *made, columns));
    return made;
  }();
  return *cpu;
}

dnnl::primitive_attr attributes() {
  dnnl::primitive_attr result;
  result.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return result;
}

namespace {

Descriptor descriptorOf(const View &view, bool isDirect) {
  // oneDNN has no tensors without dimensions, and looks at the strides of sizes of 1.
  const Dims dims = view.dims.empty() ? Dims{1} : view.dims;
  Dims strides = isDirect && !view.dims.empty() ? view.strides : denseStrides(dims);
  for (size_t i = 0; i < dims.size(); ++i)
    if (dims[i] == 1)
      strides[i] = std::max<int64_t>(view.count(), 1);
  return {dims, dnnl::memory::data_type::f32, strides};
}

} // namespace

Operand::Operand(const View &view, bool inOrder)
    : view(view),
      isDirect(view.type == Type::FLOAT && (inOrder ? isContiguous(view) : isDense(view))),
      descriptor(descriptorOf(view, isDirect)) {}

Operand Operand::copied(const View &view) {
  Operand result(view);
  result.isDirect = false;
  result.descriptor = descriptorOf(view, false);
  return result;
}

Descriptor Operand::any() const {
  return {descriptor.get_dims(), dnnl::memory::data_type::f32, dnnl::memory::format_tag::any};
}

void requireFloats(std::initializer_list<const View *> views) {
  for (const View *view : views)
    requireSupport(!view->isThere() || (!isInteger(view->type) && view->type != Type::DOUBLE));
}

Buffer::Buffer(const Operand &operand, const Descriptor &wanted, Use use)
    : operand(operand), isReordered(wanted != operand.descriptor) {
  if (!operand.isDirect) {
    if (use == Use::output)
      copy.resize(operand.view.count());
    else
      copy = loadAll<float>(operand.view);
  }
  plain = dnnl::memory(operand.descriptor, engine(),
                       operand.isDirect ? operand.view.data : copy.data());
  if (!isReordered)
    return;
  reordered = dnnl::memory(wanted, engine());
  if (use == Use::output)
    return;
  dnnl::stream stream(engine());
  dnnl::reorder(plain, reordered).execute(stream, plain, reordered);
  stream.wait();
}

void Buffer::gather() {
  if (!isReordered)
    return;
  dnnl::stream stream(engine());
  dnnl::reorder(reordered, plain).execute(stream, reordered, plain);
  stream.wait();
}

View Buffer::floats() const {
  View view = operand.view;
  view.type = Type::FLOAT;
  view.data = plain.get_data_handle();
  if (!operand.isDirect)
    view.strides = denseStrides(view.dims);
  return view;
}

void Buffer::scatter() {
  if (!operand.isDirect)
    storeAll(operand.view, copy.data());
}

void Primitive::run(std::unordered_map<int, dnnl::memory> arguments) const {
  arguments.emplace(DNNL_ARG_SCRATCHPAD, dnnl::memory(scratchpad, engine()));
  dnnl::stream stream(engine());
  primitive.execute(stream, arguments);
  stream.wait();
}

} // namespace musaport::dnn
