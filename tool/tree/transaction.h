//===- tree/transaction.h - all changes of a tree, or none ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run that is killed leaves the tree as it was, or as it should be, or with a journal by which
// the next run makes it as it was. New files are written beside the tree's own and moved into place
// at the end; what they replace is kept until all is done.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_TRANSACTION_H
#define MUSAPORT_TREE_TRANSACTION_H

#include "source/locked_folder.h"
#include "source/tree.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace musaport {

class Transaction {
public:
  /// Locks the folder `root` and undoes what a killed run left half done there. An error if another
  /// process changes the tree now, or if somebody has edited a file of the half-done run.
  static llvm::Expected<std::unique_ptr<Transaction>> begin(llvm::StringRef root);
  /// What has not been committed is given up.
  ~Transaction();

  /// Whether `root` is half changed: by a run that was killed, until begin() undoes it, or by one
  /// that works there now.
  static bool isUnfinished(llvm::StringRef root);
  /// The error of a command that only reads `root` while it is unfinished.
  static llvm::Error refuseToRead(llvm::StringRef root);

  // Paths are relative to the root. Nothing in the tree changes before commit(). These are
  // thread-safe for different paths.

  llvm::Error writeFile(llvm::StringRef path, llvm::StringRef bytes, uint32_t mode);
  llvm::Error writeLink(llvm::StringRef path, llvm::StringRef target);
  llvm::Error remove(llvm::StringRef path);
  /// What the run has read at `path`, or "" for nothing: commit() fails if it is not so any more.
  void expect(llvm::StringRef path, std::string fingerprint);
  /// Those that files need are made without it.
  void makeFolder(llvm::StringRef path);
  /// The folder goes if it is empty in the end.
  void removeFolder(llvm::StringRef path);

  /// Makes the folders that the files need, and all changes. After an error the tree is as before.
  llvm::Error commit();

private:
  struct Change {
    std::string path;
    std::string fingerprint; ///< of what is new; empty for a removal
    bool replaces = false;   ///< something stands at the path
  };
  struct Folder {
    std::string path;
    uint32_t mode = 0;
  };
  struct Journal {
    std::vector<std::string> newFolders; ///< parents first, once commit() has sorted them
    std::vector<Change> changes;
    std::vector<Folder> oldFolders; ///< in the order in which they go
  };

  explicit Transaction(std::string root, FolderLock lock);
  std::string absolute(llvm::StringRef path) const;
  std::string stagingFolder() const { return absolute(stagingFolderName); }
  std::string staged(llvm::StringRef what) const;
  std::string newFile(size_t change) const { return staged("new-" + std::to_string(change)); }
  std::string oldFile(size_t change) const { return staged("old-" + std::to_string(change)); }
  llvm::Expected<size_t> add(llvm::StringRef path, std::string fingerprint);
  llvm::Error makeStagingFolder();

  llvm::Error writeJournal() const;
  llvm::Expected<std::optional<Journal>> readJournal() const;
  bool isInside(llvm::StringRef path) const;
  void findNewFolders();
  void findOldFolders();
  llvm::Error checkExpected() const;
  llvm::Error apply() const;
  llvm::Error undo(const Journal &left) const;
  llvm::Error checkUndo(const Journal &left) const;
  llvm::Error undoUnfinished();

  const std::string root;
  const FolderLock lock;
  std::mutex mutex; ///< of the journal, until commit()
  Journal journal;
  std::vector<std::pair<std::string, std::string>> expected; ///< path, fingerprint
  bool hasStagingFolder = false;
};

} // namespace musaport

#endif // MUSAPORT_TREE_TRANSACTION_H
