//===- libraries/dnn/onednn.h - oneDNN, on floats -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Not every CPU's oneDNN computes with half and bfloat16, so it gets floats. A primitive is made
// when the program calls, so that it can be refused, and runs when the stream comes to it.
#ifndef MUSAPORT_LIBRARIES_DNN_ONEDNN_H
#define MUSAPORT_LIBRARIES_DNN_ONEDNN_H

#include "call.h"

#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

namespace musaport::dnn {

using Descriptor = dnnl::memory::desc;

dnnl::engine &engine();

/// With the scratchpad that a program gives: oneDNN's own one belongs to a thread.
dnnl::primitive_attr attributes();

/// How oneDNN sees a tensor: its own memory if that has floats without gaps, else a copy.
struct Operand {
  /// `inOrder`: for primitives that want one layout for all operands, with the last dimension
  /// first.
  explicit Operand(const View &view, bool inOrder = false);
  /// A copy in any case.
  static Operand copied(const View &view);
  View view;
  bool isDirect;
  Descriptor descriptor;
  /// Of any layout that the primitive likes best.
  Descriptor any() const;
};

/// Whether oneDNN can have it: DOUBLE would lose digits, and integers are no numbers of a network.
void requireFloats(std::initializer_list<const View *> views);

/// The elements of an operand while a primitive runs.
class Buffer {
public:
  enum class Use { input, output, both };
  /// In the layout that the primitive wants.
  Buffer(const Operand &operand, const Descriptor &wanted, Use use);
  Buffer(const Operand &operand, Use use) : Buffer(operand, operand.descriptor, use) {}
  dnnl::memory &memory() { return isReordered ? reordered : plain; }
  /// Of an output: into the plain layout; as a view of floats; back to the tensor; all of it.
  void gather();
  View floats() const;
  void scatter();
  void put() {
    gather();
    scatter();
  }

private:
  const Operand &operand;
  std::vector<float> copy;
  dnnl::memory plain;
  dnnl::memory reordered;
  bool isReordered = false;
};

/// A primitive with what it needs to run.
class Primitive {
public:
  template <typename Description>
  explicit Primitive(const Description &description)
      : primitive(description), scratchpad(description.scratchpad_desc()) {}
  void run(std::unordered_map<int, dnnl::memory> arguments) const;

private:
  dnnl::primitive primitive;
  Descriptor scratchpad;
};

} // namespace musaport::dnn

#endif // MUSAPORT_LIBRARIES_DNN_ONEDNN_H
