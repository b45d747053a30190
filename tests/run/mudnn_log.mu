// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// MCC: -lmudnncxx
//
// MUDNN_LOG_LEVEL=INFO: a line on stderr for each call, with its tensors. The second command links
// with the library's newer name, which has a folder for the header too.
#include <mudnncxx/mudnn.h>

#include "mudnn_test.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

int main() {
  setenv("MUDNN_LOG_LEVEL", "INFO", 1);
  char name[] = "/tmp/mudnn_log.XXXXXX";
  const int file = mkstemp(name);
  const int before = dup(2);
  dup2(file, 2);

  dnn::Handle handle;
  const Operand<float> left({2, 3}, Values(6, 1), {6, 2});
  const Operand<__half> right({3}, Values(3, 1));
  const Result<float> output({2, 3});
  dnn::Tensor out = output.tensor();
  dnn::Binary op;
  CHECK_DNN(op.SetMode(dnn::Binary::Mode::ADD));
  CHECK_DNN(op.Run(handle, out, left.tensor(), right.tensor()));
  dnn::Pooling wrong;
  CHECK_INVALID(wrong.Run(handle, out, out)); // logged before it is refused

  std::fflush(stderr);
  dup2(before, 2);
  std::stringstream text;
  text << std::ifstream(name).rdbuf();
  unlink(name);
  CHECK(text.str() == "[mudnn] INFO Binary::Run(FLOAT[2, 3], FLOAT[2, 3]:[6, 2], HALF[3])\n"
                      "[mudnn] INFO Pooling::Run(FLOAT[2, 3], FLOAT[2, 3], none)\n");
  if (check::failures != 0)
    std::fputs(text.str().c_str(), stderr);
  return CHECK_RESULT();
}
