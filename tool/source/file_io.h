//===- source/file_io.h - reading and atomic writing ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_FILE_IO_H
#define MUSAPORT_SOURCE_FILE_IO_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace musaport {

/// What `error`, a value of errno, says of `path`.
llvm::Error errnoError(llvm::StringRef path, int error);

/// The real path of `path`, which may not exist yet: that of its nearest existing folder, and the
/// rest.
std::string realPath(llvm::StringRef path);

/// The whole file; errors name it. As few system calls as there can be (open, fstat, read, close).
/// `mode`, if given, receives the permission bits.
llvm::Expected<std::string> readFile(llvm::StringRef path, uint32_t *mode = nullptr);

/// Writes `bytes` under a temporary name in `path`'s folder and renames it to `path`; on any
/// failure (disk full, no permission) the temporary file is gone and `path` is as it was. `mode`:
/// permission bits, which the umask does not narrow. The folder must exist. Safe to call from
/// several threads for different paths.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes, uint32_t mode);

/// The same without the temporary name: for a file in a folder that is itself a temporary one.
llvm::Error writeNewFile(llvm::StringRef path, llvm::StringRef bytes, uint32_t mode);

/// A temporary name beside `path`, of this process.
std::string temporaryPath(llvm::StringRef path);

/// The same as writeFileAtomically() for a symbolic link.
llvm::Error writeLinkAtomically(llvm::StringRef path, llvm::StringRef target);

/// True for the name (without a folder) of a temporary file of the functions above. One is left
/// behind only if the process or the machine was stopped hard.
bool isTemporaryName(llvm::StringRef name);

/// After installInterruptHandler(), interrupted() is true once SIGINT, SIGTERM or SIGHUP came:
/// workers stop before their next file, so that no half-written file remains. A second signal ends
/// the process at once. Writing past a file size limit becomes an error instead of a signal.
void installInterruptHandler();
bool interrupted();
/// The signal that came, or 0.
int interruptSignal();

} // namespace musaport

#endif // MUSAPORT_SOURCE_FILE_IO_H
