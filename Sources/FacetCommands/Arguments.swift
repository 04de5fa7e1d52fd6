import FacetGraph

/// The command line, read.
enum Arguments {
  case help
  case version
  case run(Run)

  /// A command with its options.
  struct Run: Equatable {
    enum Action: Equatable {
      case resolve(output: String)
      case check(CheckOptions)
      case graph(GraphOptions)
    }

    var action: Action
    /// Files, and folders that are searched for files.
    var sources: [String]
    var module: String
    /// Whether it is no mistake that there is nothing to check or draw.
    var allowsNothing = false
  }

  /// How the findings about containers are reported.
  struct CheckOptions: Equatable {
    /// Whether they are errors rather than warnings.
    var isStrict = false
    /// Whether nothing but containers is checked.
    var isOfContainersAlone = false
    /// Whether sources are missing, so that only types which the given ones declare can be judged.
    var isPartial = false
    /// Whether a registration that nothing resolves is noted.
    var findsUnused = false
    /// The file that is written when the check is through; a build system waits for it.
    var record: String?
  }

  /// What of the graph is printed, and how.
  struct GraphOptions: Equatable {
    var format: GraphFormat
    /// The key to begin with, and the assembly; empty for all.
    var from = ""
    var assembly = ""
    /// How many steps to go from there; `nil` for all.
    var depth: Int?
  }

  /// What is wrong with a command line.
  struct Problem: Error, Equatable {
    var message: String
  }

  static let helpText = """
    Checks compile-checked resolvers and containers, and writes the resolvers' resolve() functions.

    USAGE: facet resolve --sources PATH --output FILE [--module NAME]
           facet check --sources PATH [--module NAME] [--strict] [--containers] [--partial] [--unused] [--record FILE]
                       [--allow-empty]
           facet graph --sources PATH [--format mermaid|dot|json|text|tree] [--from KEY] [--assembly NAME] [--depth N]
                       [--allow-empty]

    COMMANDS:
      resolve   Checks the resolvers of one target and writes the file that goes with them. A file that would not
                change is left as it is. Where something is wrong, nothing is written.
      check     Reports what is wrong, and how much was checked. What containers resolve and never register, loops of
                factories, and keys that are registered twice are warnings. The comment '// facet:ignore' silences a
                line, '// facet:ignore-file' a file.
      graph     Prints the keys and what each needs; 'text' unless a format is given.

    OPTIONS:
      --sources PATH   A Swift file, or a folder whose Swift files are read; may be given several times. Paths without
                       an option in front are sources too. Files that this tool wrote are left out.
      --output FILE    The file to write. One that this tool did not write is never overwritten.
      --module NAME    What the target is called in code.
      --strict         Makes errors of the warnings, as the comment '// facet:strict' in a source does.
      --containers     Checks containers and no resolvers.
      --partial        Sources of the application are missing: of a type that none of these declares, it is not said that
                       nothing registers it.
      --unused         Notes what is registered and never resolved.
      --record FILE    A file to write when the check has found no error; for build systems, which wait for a file. What
                       was checked is not printed then.
      --format FORMAT  mermaid, dot, json, text or tree.
      --from KEY       Prints this key, as the graph names it, and what it needs; a type stands for all of its keys.
      --assembly NAME  Prints the keys of one assembly and what they need.
      --depth N        How many steps to go from there.
      --allow-empty    Where there is nothing to check or draw, that is no problem.
      --help           Prints this.
      --version        Prints the version.

    A value may also stand behind an equals sign: '--sources=PATH'.

    EXIT CODES: 0 all is well, 1 there are problems, 64 the command line was not understood.
    """

  static func parse(_ arguments: [String]) -> Result<Arguments, Problem> {
    if arguments.contains("--help") || arguments.contains("-h") || arguments == ["help"] {
      return .success(.help)
    }
    if arguments.contains("--version") { return .success(.version) }
    guard let command = arguments.first else { return .failure(Problem(message: "no command was given")) }
    guard let allowed = allowedOptions(of: command) else {
      return .failure(Problem(message: "there is no command '\(command)'"))
    }
    return options(arguments.dropFirst(), allowed: allowed, command: command).flatMap { run(command, $0) }
  }

  /// The options that have no value.
  private static let flags: Set<String> = [
    "--allow-empty", "--strict", "--containers", "--partial", "--unused",
  ]

  private static func allowedOptions(of command: String) -> Set<String>? {
    switch command {
    case "resolve": ["--sources", "--module", "--output"]
    case "check":
      [
        "--sources", "--module", "--strict", "--containers", "--partial", "--unused", "--record",
        "--allow-empty",
      ]
    case "graph": ["--sources", "--module", "--format", "--from", "--assembly", "--depth", "--allow-empty"]
    default: nil
    }
  }

  private static func options(
    _ arguments: ArraySlice<String>, allowed: Set<String>, command: String
  ) -> Result<[String: [String]], Problem> {
    var options: [String: [String]] = [:]
    var index = arguments.startIndex
    while index < arguments.endIndex {
      var argument = arguments[index]
      var value: String?
      index += 1
      if argument.hasPrefix("--"), let equal = argument.firstIndex(of: "=") {
        value = String(argument[argument.index(after: equal)...])
        argument = String(argument[..<equal])
      }
      guard argument.hasPrefix("-") else {
        options["--sources", default: []].append(argument)
        continue
      }
      guard allowed.contains(argument) else {
        return .failure(Problem(message: "'facet \(command)' has no option '\(argument)'"))
      }
      if argument != "--sources", options[argument] != nil {
        return .failure(Problem(message: "'\(argument)' is given twice"))
      }
      if flags.contains(argument) {
        guard value == nil else { return .failure(Problem(message: "'\(argument)' has no value")) }
        options[argument] = []
        continue
      }
      if value == nil, index < arguments.endIndex {
        value = arguments[index]
        index += 1
      }
      guard let value, !value.isEmpty else {
        return .failure(Problem(message: "the value of '\(argument)' is missing"))
      }
      options[argument, default: []].append(value)
    }
    return .success(options)
  }

  private static func run(_ command: String, _ options: [String: [String]]) -> Result<Arguments, Problem> {
    guard let sources = options["--sources"] else {
      return .failure(Problem(message: "'facet \(command)' needs '--sources'"))
    }
    var run = Run(action: .check(CheckOptions()), sources: sources, module: options["--module"]?.first ?? "")
    run.allowsNothing = options["--allow-empty"] != nil
    if command == "resolve" {
      guard let output = options["--output"]?.first else {
        return .failure(Problem(message: "'facet resolve' needs '--output'"))
      }
      run.action = .resolve(output: output)
    } else if command == "check" {
      let options = CheckOptions(
        isStrict: options["--strict"] != nil, isOfContainersAlone: options["--containers"] != nil,
        isPartial: options["--partial"] != nil, findsUnused: options["--unused"] != nil,
        record: options["--record"]?.first)
      run.action = .check(options)
    } else if command == "graph" {
      switch graphOptions(options) {
      case .success(let options): run.action = .graph(options)
      case .failure(let problem): return .failure(problem)
      }
    }
    return .success(.run(run))
  }

  private static func graphOptions(_ options: [String: [String]]) -> Result<GraphOptions, Problem> {
    let name = options["--format"]?.first ?? GraphFormat.text.rawValue
    guard let format = GraphFormat(rawValue: name) else {
      let all = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
      return .failure(Problem(message: "there is no format '\(name)'; the formats are \(all)"))
    }
    var result = GraphOptions(format: format)
    result.from = options["--from"]?.first ?? ""
    result.assembly = options["--assembly"]?.first ?? ""
    guard let text = options["--depth"]?.first else { return .success(result) }
    guard let depth = Int(text), depth >= 0 else {
      return .failure(Problem(message: "'--depth' needs a number, not '\(text)'"))
    }
    guard !result.from.isEmpty || !result.assembly.isEmpty else {
      return .failure(Problem(message: "'--depth' needs '--from' or '--assembly'"))
    }
    result.depth = depth
    return .success(result)
  }
}
