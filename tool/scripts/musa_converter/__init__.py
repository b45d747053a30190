# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports Python files from PyTorch's CUDA interface to MUSA's.

Data flows one way. `rules` reads the rules, `tree` lists the files, `port_file` turns a file's text into edits and remarks,
`edits` applies the edits, and `main` writes the files and the report. The port of a file depends only on its text and the rules.
"""
