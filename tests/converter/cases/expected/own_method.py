# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class Compiler:
    def cuda(self, source, flags):
        return self.cuda(source, flags)
