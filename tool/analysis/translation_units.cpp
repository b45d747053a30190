//===- analysis/translation_units.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/translation_units.h"

#include "analysis/cuda_switches.h"
#include "analysis/leading_includes.h"
#include "analysis/torch_folders.h"
#include "source/file_io.h"
#include "source/include_resolver.h"
#include "source/tokens.h"

#include "analysis/script_requests.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using llvm::StringRef;

namespace musaport {
namespace {

struct ResponseFile {
  StringRef name;
  size_t words; ///< that name it
};

/// The file of arguments that the first words name: @F, --options-file F.
std::optional<ResponseFile> responseFile(llvm::ArrayRef<std::string> words) {
  StringRef word = words.front();
  if (word.consume_front("@") || word.consume_front("--options-file=") ||
      word.consume_front("-optf="))
    return ResponseFile{word, 1};
  if ((word == "--options-file" || word == "-optf") && words.size() > 1)
    return ResponseFile{words[1], 2};
  return std::nullopt;
}

/// `line` with the words of such files in their places; their names are relative to `folder`.
/// Builds remove such files when they are done: without it, less is known.
llvm::Expected<std::vector<std::string>> withResponseFiles(std::vector<std::string> line,
                                                           StringRef folder) {
  constexpr unsigned most = 100; // one may name itself
  unsigned files = 0;
  for (size_t i = 0; i < line.size();) {
    const std::optional<ResponseFile> named = responseFile(llvm::ArrayRef(line).drop_front(i));
    if (!named) {
      ++i;
      continue;
    }
    llvm::SmallString<256> path(named->name);
    llvm::sys::fs::make_absolute(folder, path);
    if (!llvm::sys::fs::exists(path)) {
      ++i;
      continue;
    }
    llvm::Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    if (++files > most)
      return llvm::createStringError("too many response files: '" + path.str() + "' is not read");
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver(allocator);
    llvm::SmallVector<const char *, 16> words;
    llvm::cl::TokenizeGNUCommandLine(*text, saver, words);
    const auto at = line.erase(line.begin() + i, line.begin() + i + named->words);
    line.insert(at, words.begin(), words.end());
  }
  return line;
}

bool isNvcc(llvm::ArrayRef<std::string> line) {
  return !line.empty() && llvm::sys::path::stem(line.front()) == "nvcc";
}

/// The parts of a list as nvcc reads it: `a,b`. Quotes and backslashes keep a comma.
std::vector<std::string> listOf(StringRef text, StringRef separators) {
  std::vector<std::string> parts(1);
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"')
      isQuoted = !isQuoted;
    if (text[i] == '\\' && i + 1 < text.size() && separators.contains(text[i + 1]))
      parts.back() += text[++i];
    else if (!isQuoted && separators.contains(text[i]))
      parts.emplace_back();
    else
      parts.back() += text[i];
  }
  llvm::erase_if(parts, [](StringRef part) { return part.empty(); });
  return parts;
}

/// What nvcc hands to the compiler of host code stands as if it were written for both:
/// -Xcompiler=-DA,-DB.
std::vector<std::string> withHostWords(llvm::ArrayRef<std::string> line) {
  if (!isNvcc(line))
    return line;
  std::vector<std::string> words;
  for (size_t i = 0; i < line.size(); ++i) {
    StringRef word = line[i];
    const bool isOption =
        word.consume_front("-Xcompiler") || word.consume_front("--compiler-options");
    if (!isOption || (!word.empty() && !word.starts_with("=")) ||
        (word.empty() && i + 1 == line.size())) {
      words.push_back(line[i]);
      continue;
    }
    llvm::append_range(words,
                       listOf(word.empty() ? StringRef(line[++i]) : word.drop_front(), ", "));
  }
  return words;
}

/// Of a command line, what says how a file is parsed.
std::vector<std::string> parsingArguments(llvm::ArrayRef<std::string> line) {
  // nvcc's long names, and Clang's for them.
  static constexpr std::pair<StringRef, StringRef> withValue[] = {
      {"-D", "-D"},
      {"-U", "-U"},
      {"-I", "-I"},
      {"-isystem", "-isystem"},
      {"-iquote", "-iquote"},
      {"-idirafter", "-idirafter"},
      {"-include", "-include"},
      {"--define-macro", "-D"},
      {"--undefine-macro", "-U"},
      {"--include-path", "-I"},
      {"--system-include", "-isystem"},
      {"--pre-include", "-include"},
  };
  std::vector<std::string> kept;
  auto keep = [&](StringRef option, StringRef value) {
    for (const std::string &one :
         isNvcc(line) ? listOf(value, ",") : std::vector<std::string>{value.str()})
      kept.insert(kept.end(), {option.str(), one});
  };
  auto take = [&](size_t &i) {
    StringRef word = line[i];
    for (const auto &[from, to] : withValue) {
      const bool isWord = word == from;
      // -DNAME, -isystemDIR; --define-macro=NAME; -include-pch is another option
      const bool hasValue = word.starts_with(from) && from != "-include" &&
                            (!from.starts_with("--") || word.substr(from.size()).starts_with("="));
      if (isWord && i + 1 < line.size())
        keep(to, line[++i]);
      else if (!isWord && hasValue)
        keep(to, word.substr(from.size()).ltrim('='));
      if (isWord || hasValue)
        return;
    }
    if (word.consume_front("-std=") || word.consume_front("--std="))
      kept.push_back(("-std=" + word).str());
    else if ((word == "-std" || word == "--std") && i + 1 < line.size())
      kept.push_back("-std=" + line[++i]);
  };
  for (size_t i = 1; i < line.size(); ++i)
    take(i);
  return kept;
}

/// Behind #include, with delimiters.
std::vector<std::string> includesOf(StringRef text, llvm::ArrayRef<Token> tokens) {
  std::vector<std::string> names;
  std::string storage;
  for (const Token &token : tokens)
    if (token.is(clang::tok::header_name))
      names.push_back(spelling(text, token, storage).str());
  return names;
}

bool isCudaSource(StringRef path) { return path.ends_with(".cu"); }

/// A source or a header that only CUDA's compiler takes.
bool isCudaFile(StringRef path) { return isCudaSource(path) || path.ends_with(".cuh"); }

bool isCSource(StringRef path) { return path.ends_with(".c"); }

bool isCxxSource(StringRef path) {
  return llvm::is_contained({".cc", ".cpp", ".cxx", ".C"}, llvm::sys::path::extension(path));
}

/// What the name says of it.
Language languageOf(StringRef path) {
  return isCudaSource(path) ? Language::Cuda : isCSource(path) ? Language::C : Language::Cxx;
}

/// What the compiler takes the file for.
Language languageOf(StringRef file, llvm::ArrayRef<std::string> line) {
  auto named = [](StringRef language) -> std::optional<Language> {
    return llvm::StringSwitch<std::optional<Language>>(language)
        .Cases("cu", "cuda", Language::Cuda)
        .Case("c++", Language::Cxx)
        .Case("c", Language::C)
        .Default(std::nullopt);
  };
  for (size_t i = 0; i < line.size(); ++i) {
    StringRef word = line[i];
    if ((word == "-x" || word == "--x") && i + 1 < line.size() && named(line[i + 1]))
      return *named(line[i + 1]);
    if ((word.consume_front("--x=") || word.consume_front("-x")) && named(word.ltrim('=')))
      return *named(word.ltrim('='));
  }
  const bool isCxxCompiler =
      !line.empty() && llvm::sys::path::filename(line.front()).contains("++"); // g++ x.c
  return isCxxCompiler && isCSource(file) ? Language::Cxx : languageOf(file);
}

/// Whether C or C++ includes a header, or has a name, that is CUDA's. What only the user's rules
/// speak of is not, and of a framework's names many are in code that has nothing to do with CUDA.
bool usesCuda(StringRef text, const RuleSet &rules) {
  if (!whyNotTokenized(text).empty())
    return false;
  std::string storage;
  llvm::SmallVector<const Rule *, 4> found;
  auto isHeader = [](const Rule *rule) { return rule->owner != Owner::User; };
  auto isName = [](const Rule *rule) {
    return rule->owner == Owner::Cuda && rule->status != Status::Keep;
  };
  for (const Token &token : tokenize(text)) {
    const StringRef word = spelling(text, token, storage);
    if (token.is(clang::tok::header_name)) {
      rules.header(word.drop_front().drop_back(), found);
      if (llvm::any_of(found, isHeader))
        return true;
    } else if (token.isIdentifier()) {
      rules.identifier(word, found);
      if (rules.guard(word) != nullptr || llvm::any_of(found, isName))
        return true;
    }
  }
  return false;
}

/// Headers of POSIX and of GNU's C library, besides those of C. Trees for Windows carry their own.
constexpr StringRef systemHeaders[] = {
    "aio.h",          "arpa/inet.h",  "cpio.h",      "dirent.h",     "dlfcn.h",       "endian.h",
    "fcntl.h",        "fmtmsg.h",     "fnmatch.h",   "ftw.h",        "getopt.h",      "glob.h",
    "grp.h",          "iconv.h",      "langinfo.h",  "libgen.h",     "malloc.h",      "monetary.h",
    "mqueue.h",       "net/if.h",     "netdb.h",     "netinet/in.h", "netinet/tcp.h", "nl_types.h",
    "poll.h",         "pthread.h",    "pwd.h",       "regex.h",      "sched.h",       "search.h",
    "semaphore.h",    "spawn.h",      "strings.h",   "sys/ipc.h",    "sys/mman.h",    "sys/msg.h",
    "sys/resource.h", "sys/select.h", "sys/sem.h",   "sys/shm.h",    "sys/socket.h",  "sys/stat.h",
    "sys/statvfs.h",  "sys/time.h",   "sys/times.h", "sys/types.h",  "sys/uio.h",     "sys/un.h",
    "sys/utsname.h",  "sys/wait.h",   "syslog.h",    "tar.h",        "termios.h",     "unistd.h",
    "utime.h",        "utmpx.h",      "wordexp.h"};

/// Whether the standard library of C or C++, or the system, has a header `name`.
bool isStandardHeader(StringRef name) {
  using clang::tooling::stdlib::Header;
  const std::string header = ("<" + name + ">").str();
  return Header::named(header, clang::tooling::stdlib::Lang::CXX) ||
         Header::named(header, clang::tooling::stdlib::Lang::C) ||
         llvm::is_contained(systemHeaders, name);
}

/// Whether CUDA has a header `name`, which the port takes it for: see HeaderPorter.
bool isToolkitHeader(StringRef name, const RuleSet &rules) {
  llvm::SmallVector<const Rule *, 4> found;
  rules.header(name, found);
  return !found.empty() && found.front()->owner == Owner::Cuda && found.front()->edits() &&
         found.front()->status != Status::Unverified;
}

/// What the tree's files tell of a build that nobody has described.
struct Inferred {
  /// For the folders through which includes reach files of the tree, the root first. A folder with
  /// a file such as string.h or cuda.h must not hide the standard library's or the toolkit's: it is
  /// searched last. Then for C++20, if a script asks for it, and for the macros that turn CUDA on,
  /// see CudaSwitches.
  std::vector<std::string> options;
  /// What CUDA sources include, directly or not, by the paths in the tree. A source among these is
  /// compiled with the one that includes it, and may not compile alone.
  llvm::StringSet<> parts;
  bool definesTorchMacros = false; ///< for sources that include PyTorch
};

/// See Inferred::parts. A source that no other one reaches is no part, even if a header includes
/// it: k.cuh may have k.cu behind a condition.
llvm::StringSet<> partsOfOthers(const Tree &tree,
                                llvm::ArrayRef<llvm::SmallVector<size_t, 4>> included) {
  auto isSource = [&](size_t file) { return isCudaSource(tree.files[file].path); };
  std::vector<bool> isIncluded(tree.files.size()), isReached(tree.files.size());
  for (const llvm::SmallVector<size_t, 4> &files : included)
    for (const size_t file : files)
      isIncluded[file] = true;
  llvm::StringSet<> parts;
  std::vector<size_t> open;
  auto reach = [&](size_t from) {
    open.assign({from});
    while (!open.empty()) {
      const size_t file = open.back();
      open.pop_back();
      for (const size_t next : included[file]) {
        if (isReached[next] || next == from)
          continue;
        isReached[next] = true;
        parts.insert(tree.files[next].path);
        open.push_back(next);
      }
    }
  };
  for (const bool mayBePart : {false, true})
    for (size_t file = 0; file < tree.files.size(); ++file)
      if (isSource(file) && isIncluded[file] == mayBePart && !isReached[file])
        reach(file);
  return parts;
}

llvm::Expected<Inferred> inferBuild(const Tree &tree, const IncludeResolver &resolver,
                                    StringRef root, const RuleSet &rules) {
  Inferred result;
  CudaSwitches switches(rules);
  auto pathOf = [&](size_t file) -> const std::string & { return tree.files[file].path; };
  llvm::SetVector<StringRef> folders; // parts of the tree's paths
  std::vector<llvm::SmallVector<size_t, 4>> included(tree.files.size()); // by CUDA files
  folders.insert("");
  bool isCxx20 = false;
  bool isRelocatable = false;
  bool usesTorch = false;
  bool undefinesHalfMacros = false;
  bool hasBackslashes = false; // dir\name.h, which Clang takes with Microsoft's extensions
  for (size_t i = 0; i < tree.files.size(); ++i) {
    const FileKind kind = tree.files[i].kind;
    if (kind != FileKind::Source && kind != FileKind::BuildScript)
      continue;
    llvm::Expected<std::string> text = readFile(pathUnder(tree.root, tree.files[i].path));
    if (!text)
      return text.takeError();
    if (kind == FileKind::BuildScript) {
      switches.addScript(*text);
      isCxx20 |= asksForCxx20(*text);
      isRelocatable |= asksForRelocatableCode(*text);
      undefinesHalfMacros |= StringRef(*text).contains("-U__CUDA_NO_HALF");
      continue;
    }
    if (!whyNotTokenized(*text).empty())
      continue;
    const std::vector<Token> tokens = tokenize(*text);
    switches.addSource(*text, tokens);
    for (const std::string &header : includesOf(*text, tokens)) {
      const StringRef name = StringRef(header).drop_front().drop_back();
      const IncludeResolver::Form form = IncludeResolver::formOf(header);
      if (form == IncludeResolver::Form::Angled && isStandardHeader(name))
        continue;
      const std::optional<IncludeResolver::Resolution> found = resolver.resolve(i, name, form);
      usesTorch |= !found && isTorchHeader(name);
      if (!found)
        continue;
      hasBackslashes |= name.contains('\\');
      if (isCudaFile(pathOf(i)) && found->file != i)
        included[i].push_back(found->file);
      if (found->found != IncludeResolver::Found::Above)
        continue;
      StringRef path = pathOf(found->file);
      if (path.consume_back(withSlashes(name)) && path.consume_back("/"))
        folders.insert(StringRef(tree.files[found->file].path).take_front(path.size()));
    }
  }
  result.parts = partsOfOthers(tree, included);
  llvm::StringSet<> hiding;
  for (const TreeFile &file : tree.files)
    if (const StringRef name = llvm::sys::path::filename(file.path);
        isStandardHeader(name) || isToolkitHeader(name, rules))
      hiding.insert(llvm::sys::path::parent_path(file.path));
  for (StringRef folder : folders) {
    const std::string option = hiding.contains(folder) ? "-idirafter" : "-I";
    result.options.push_back(option + (folder.empty() ? root : root + "/" + folder).str());
  }
  result.definesTorchMacros = usesTorch && !undefinesHalfMacros;
  if (usesTorch)
    for (const std::string &folder : torchFolders())
      result.options.insert(result.options.end(), {"-isystem", folder});
  if (hasBackslashes)
    result.options.emplace_back("-fms-extensions");
  if (isCxx20)
    result.options.emplace_back("-std=c++20");
  if (isRelocatable)
    result.options.emplace_back("-fgpu-rdc");
  for (const std::string &macro : switches.found())
    result.options.push_back("-D" + macro);
  return result;
}

} // namespace

llvm::Expected<BuildArguments> readBuildArguments(StringRef folder) {
  const std::string path = (folder + "/compile_commands.json").str();
  std::string fault;
  const auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      path, fault, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    return llvm::createStringError("'" + path + "' cannot be read: " + StringRef(fault).trim());
  BuildArguments all;
  for (const clang::tooling::CompileCommand &command : database->getAllCompileCommands()) {
    if (!llvm::sys::fs::is_directory(command.Directory))
      return llvm::createStringError("'" + path + "' names the folder '" + command.Directory +
                                     "', which does not exist; was it written on another machine?");
    llvm::Expected<std::vector<std::string>> line =
        withResponseFiles(command.CommandLine, command.Directory);
    if (!line)
      return line.takeError();
    TranslationUnit unit;
    unit.folder = command.Directory;
    *line = withHostWords(*line);
    unit.arguments = parsingArguments(*line);
    unit.hasFp64 = !llvm::is_contained(*line, "-mathx-disable-fp64");
    llvm::SmallString<256> file(command.Filename);
    llvm::sys::fs::make_absolute(command.Directory, file);
    unit.file = realPath(file);
    unit.language = languageOf(unit.file, *line);
    all.try_emplace(unit.file, unit); // a file that is compiled twice: the first counts
  }
  return all;
}

llvm::Expected<std::vector<TranslationUnit>>
translationUnits(const Tree &tree, const BuildArguments &build, const RuleSet &rules) {
  const std::string root = realPath(tree.root.empty() ? "." : tree.root);
  std::vector<TranslationUnit> units;
  std::optional<Inferred> inferred;
  std::vector<std::string> paths;
  paths.reserve(tree.files.size());
  for (const TreeFile &file : tree.files)
    paths.push_back(file.path);
  const IncludeResolver resolver(tree, paths);
  llvm::SmallVector<const Rule *, 4> rulesOfHeader;
  LeadingIncludes leading(tree, resolver, [&](StringRef name) {
    rules.header(name, rulesOfHeader);
    return isStandardHeader(name) || !rulesOfHeader.empty();
  });
  auto add = [&](TranslationUnit unit, size_t file, bool definesTorchMacros) -> llvm::Error {
    llvm::Expected<const FileStart *> start = leading.of(file);
    if (!start)
      return start.takeError();
    // PyTorch's, which take the longest, first, and in an order that is the same for all.
    std::vector<StringRef> torchHeaders((*start)->torchHeaders.begin(),
                                        (*start)->torchHeaders.end());
    llvm::sort(torchHeaders);
    NamesInOrder headers(torchHeaders.begin(), torchHeaders.end());
    headers.insert((*start)->headers.begin(), (*start)->headers.end());
    unit.start.assign(headers.begin(), headers.end());
    unit.startMacros.assign((*start)->macros.begin(), (*start)->macros.end());
    if (definesTorchMacros && llvm::any_of(unit.start, [](StringRef header) {
          return isTorchHeader(header.drop_front().drop_back());
        }))
      llvm::append_range(unit.arguments, torchMacros());
    units.push_back(std::move(unit));
    return llvm::Error::success();
  };
  for (size_t i = 0; i < tree.files.size(); ++i) {
    const TreeFile &file = tree.files[i];
    if (file.kind != FileKind::Source ||
        !(isCudaSource(file.path) || isCxxSource(file.path) || isCSource(file.path)))
      continue;
    const std::string path = realPath(pathUnder(tree.root, file.path));
    const auto known = build.find(path);
    const Language language = known != build.end() ? known->second.language : languageOf(file.path);
    if (language != Language::Cuda) {
      llvm::Expected<std::string> text = readFile(path);
      if (!text)
        return text.takeError();
      if (!usesCuda(*text, rules))
        continue;
    }
    if (known != build.end()) {
      if (llvm::Error error = add(known->second, i, /*definesTorchMacros=*/false))
        return std::move(error);
      continue;
    }
    if (!inferred) {
      llvm::Expected<Inferred> found = inferBuild(tree, resolver, root, rules);
      if (!found)
        return found.takeError();
      inferred = std::move(*found);
    }
    if (!inferred->parts.contains(file.path))
      if (llvm::Error error = add(
              {.folder = root, .file = path, .arguments = inferred->options, .language = language},
              i, inferred->definesTorchMacros))
        return std::move(error);
  }
  return units;
}

} // namespace musaport
