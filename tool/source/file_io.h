//===- source/file_io.h - reading and atomic writing ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_FILE_IO_H
#define MUSAPORT_SOURCE_FILE_IO_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace musaport {

/// An error about `path` from `error`, a value of errno.
llvm::Error errnoError(llvm::StringRef path, int error);

/// The real path of `path`. If it does not exist yet: the real path of its nearest existing parent,
/// plus the rest.
std::string realPath(llvm::StringRef path);

/// Whether `path` is `folder` or something in it. Both are real paths.
bool isWithin(llvm::StringRef path, llvm::StringRef folder);

/// Reads the whole file with as few system calls as possible (open, fstat, read, close). Errors
/// name the file. `mode`, if not null, receives the permission bits.
llvm::Expected<std::string> readFile(llvm::StringRef path, uint32_t *mode = nullptr);

/// Writes all of `bytes` to an open file. Returns 0 or a value of errno.
int writeAll(int file, llvm::StringRef bytes);

/// The target of a symbolic link.
llvm::Expected<std::string> readLink(llvm::StringRef path);

/// Writes `bytes` to a temporary file in `path`'s folder and renames it to `path`. On any failure
/// (disk full, no permission) it removes the temporary file and leaves `path` as it was. `mode`:
/// permission bits, regardless of the umask. The folder must exist. A device, a pipe or a folder is
/// an error. Thread-safe for different paths.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes, uint32_t mode);

/// Whether a file may take the place of `path`: nothing is there, or a regular file.
bool isReplaceable(llvm::StringRef path);

/// The same without a temporary file, for a new file in a temporary folder.
llvm::Error writeNewFile(llvm::StringRef path, llvm::StringRef bytes, uint32_t mode);

/// The same as the two above for a symbolic link.
llvm::Error writeLinkAtomically(llvm::StringRef path, llvm::StringRef target);
llvm::Error writeNewLink(llvm::StringRef path, llvm::StringRef target);

/// What the name of a temporary file or folder for `path` begins with, without its folder. The
/// name's hash stands for the name, which may already have all the 255 bytes a file system allows.
std::string temporaryPrefixFor(llvm::StringRef path);

/// Whether `name` (without a folder) is that of a temporary file or folder. Such a one is left
/// behind only if the process is killed or the machine crashes, until the same is written again.
bool isTemporaryName(llvm::StringRef name);

/// After installInterruptHandler(), interrupted() becomes true on SIGINT, SIGTERM or SIGHUP.
/// Workers then stop before their next file, so that no file is half-written. A second signal ends
/// the process at once. Exceeding a file size limit becomes a write error instead of a signal.
void installInterruptHandler();
bool interrupted();
/// The signal received, or 0.
int interruptSignal();

} // namespace musaport

#endif // MUSAPORT_SOURCE_FILE_IO_H
