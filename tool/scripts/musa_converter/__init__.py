# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports Python files from PyTorch's CUDA interface to MUSA's.

Data flows one way: rules (`rules`), the tree's files (`tree`), a file's text -> edits and remarks (`port_file`), the new
text (`edits`), files and report (`main`). What a file becomes depends on its text and the rules alone.
"""
