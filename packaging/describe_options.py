#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program's manual page, and its completions for bash, zsh and fish, from the options' own table.

usage: describe_options.py PROGRAM VERSION FOLDER < TABLE

A line of TABLE is an option of a command: command, name, letter, value, help, separated by tabs. `musa-port --print-options`
writes them. For mcc, whose help text is its table, TABLE is that text.
"""

import re
import sys
from pathlib import Path

MAIN = ""
SUMMARY = {"musa-port": "port CUDA source trees to MUSA, and back", "mcc": "compile MUSA C++ for the CPU of this machine"}


class Option:
    def __init__(self, name, letter, value, text):
        self.name, self.letter, self.value, self.text = name, letter, value, text
        self.commands = []

    def flags(self):
        return [f"-{self.letter}"] * bool(self.letter) + [self.name]


def read_table(lines):
    """The options by their names."""
    options = {}
    for line in lines:
        command, name, letter, value, text = line.rstrip("\n").split("\t")
        option = options.setdefault(name, Option(f"--{name}", letter, value, text))
        option.commands.append(MAIN if command == "port" else command)
    return list(options.values())


def read_help(text):
    """What mcc's help lists itself: a line begins with two blanks and its options; what is behind or below explains them."""
    options = []
    own = text.split("All other options are Clang's:")[0]
    for names, more in re.findall(r"^  (-\S.*?)(?:  +|\n {10,})(\S.*(?:\n {10,}.*)*)", own, re.MULTILINE):
        explained = " ".join(more.split())
        if span := re.fullmatch(r"(-O\w*)0 \.\.\. \1(\d)", names):
            names = ", ".join(f"{span[1]}{level}" for level in range(int(span[2]) + 1))
        for name in re.split(r", ", names):
            name, _, value = name.strip().partition("=")
            option = Option(name + ("=" if value.isupper() else f"={value}" if value else ""), "",
                            value if value.isupper() else "", explained)
            option.commands.append(MAIN)
            options.append(option)
    return options


def roff(text):
    """As text of a manual page."""
    return re.sub(r"^(?=[.'])", r"\\&", text.replace("\\", r"\e").replace("-", r"\-"))


def manual(program, version, options, commands):
    lines = [f'.TH {program.upper()} 1 "" "musa\\-port {version}" "User Commands"', ".SH NAME",
             rf"{roff(program)} \- {SUMMARY[program]}", ".SH SYNOPSIS", f".B {roff(program)}"]
    lines += [rf"[{'|'.join(commands)}]"] if commands else []
    lines += [r"[\fIoptions\fR] \fIfile\fR...", ".SH OPTIONS"]
    for option in options:
        value = rf" \fI{roff(option.value)}\fR" if option.value else ""
        lines += [".TP", ", ".join(rf"\fB{roff(flag)}\fR" for flag in option.flags()) + value, roff(option.text)]
        of = [f"{program} {command}".strip() for command in option.commands]
        if commands and len(of) <= len(commands):
            lines[-1] += rf" (of {roff(', '.join(of))})"
    lines += [".SH SEE ALSO", f"The pages in {roff('docs/')} of the project; {roff(program)} {roff('--help')}"]
    return "\n".join(lines) + "\n"


def of_command(options, command):
    """Those that are one word: others are for the manual page alone."""
    return [option for option in options if command in option.commands and " " not in option.name]


def bash(program, options, commands):
    function = "_" + program.replace("-", "_")
    cases = "".join(f"    {command or '*'}) options='{' '.join(flag for option in of_command(options, command) for flag in option.flags())}' ;;\n"
                    for command in (*commands, MAIN))
    return f"""# bash completion for {program}
{function}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} options
  case ${{COMP_WORDS[1]}} in
{cases}  esac
  COMPREPLY=()
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '{' '.join(commands)}' -- "$current"; compgen -f -- "$current")
  fi
}}
complete -o filenames -o default -F {function} {program}
"""


def zsh(program, options, commands):
    def specs(option):
        text = re.sub(r"([\[\]:\\])", r"\\\1", option.text).replace("'", "'\\''")
        for flag in option.flags():
            separator = "" if flag.endswith("=") or not option.value else "=" if flag.startswith("--") else "+"
            yield f"'*{flag}{separator}[{text}]{f':{option.value}:_files' if option.value else ''}'"

    cases = "".join(f"    {command or '*'}) options=(\n" + "".join(f"      {spec}\n" for option in of_command(options, command) for spec in specs(option))
                    + "    ) ;;\n" for command in (*commands, MAIN))
    first = f"  (( CURRENT == 2 )) && compadd -- {' '.join(commands)}\n" if commands else ""
    return f"""#compdef {program}
_{program}() {{
  local -a options
  case ${{words[2]}} in
{cases}  esac
{first}  _arguments $options '*:file:_files'
}}
_{program} "$@"
"""


def fish(program, options, commands):
    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    seen = f"__fish_seen_subcommand_from {' '.join(commands)}"
    lines = [f"# fish completion for {program}"]
    lines += [f"complete -c {program} -n 'not {seen}' -a {quoted(' '.join(commands))}"] if commands else []
    for command in (MAIN, *commands):
        where = "" if not commands else f" -n '{f'__fish_seen_subcommand_from {command}' if command else f'not {seen}'}'"
        for option in of_command(options, command):
            word = option.name.rstrip("=")
            name = f"-l {word[2:]}" if word.startswith("--") else f"-o {quoted(word[1:])}"
            letter = f" -s {option.letter}" if option.letter else ""
            lines.append(f"complete -c {program}{where} {name}{letter}{' -r' if option.value else ''} -d {quoted(option.text)}")
    return "\n".join(lines) + "\n"


def main(program, version, folder):
    table = sys.stdin.read()
    options = read_help(table) if program == "mcc" else read_table(table.splitlines())
    commands = [name for name in dict.fromkeys(name for option in options for name in option.commands) if name]
    for name, text in {f"{program}.1": manual(program, version, options, commands), f"{program}.bash": bash(program, options, commands),
                       f"_{program}": zsh(program, options, commands), f"{program}.fish": fish(program, options, commands)}.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
