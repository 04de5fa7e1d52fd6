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
      case graph(GraphFormat)
    }

    var action: Action
    /// Files, and folders that are searched for files.
    var sources: [String]
    var module: String
  }

  /// How the findings about containers are reported.
  struct CheckOptions: Equatable {
    /// Whether they are errors rather than warnings.
    var isStrict = false
    /// Whether nothing but containers is checked.
    var isOfContainersAlone = false
    /// The file that is written when the check is through; a build system waits for it.
    var record: String?
  }

  /// What is wrong with a command line.
  struct Problem: Error, Equatable {
    var message: String
  }

  static let helpText = """
    Checks compile-checked resolvers and writes their resolve() functions.

    USAGE: facet resolve --sources PATH --output FILE [--module NAME]
           facet check --sources PATH [--module NAME] [--strict true] [--record FILE]
           facet graph --sources PATH [--format mermaid|dot|json|text]

    COMMANDS:
      resolve   Checks the resolvers of one target and writes the file that goes with them. A file that would not
                change is left as it is. Where something is wrong, nothing is written.
      check     Only reports what is wrong. What containers resolve and never register, loops of factories, and keys that
                are registered twice are warnings. '// facet:ignore' silences a line, '// facet:ignore-file' a file.
      graph     Prints the keys and what each needs; 'text' unless a format is given.

    OPTIONS:
      --sources PATH   A Swift file, or a folder whose Swift files are read; may be given several times. Paths without
                       an option in front are sources too.
      --output FILE    The file to write.
      --module NAME    What the target is called in code.
      --strict true    Makes errors of the warnings, as the comment '// facet:strict' in a source does.
      --containers true
                       Checks containers and no resolvers.
      --record FILE    A file to write when the check is through.
      --format FORMAT  mermaid, dot, json or text.
      --help           Prints this.
      --version        Prints the version.

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

  private static func allowedOptions(of command: String) -> Set<String>? {
    switch command {
    case "resolve": ["--sources", "--module", "--output"]
    case "check": ["--sources", "--module", "--strict", "--containers", "--record"]
    case "graph": ["--sources", "--module", "--format"]
    default: nil
    }
  }

  private static func options(
    _ arguments: ArraySlice<String>, allowed: Set<String>, command: String
  ) -> Result<[String: [String]], Problem> {
    var options: [String: [String]] = [:]
    var index = arguments.startIndex
    while index < arguments.endIndex {
      let argument = arguments[index]
      index += 1
      guard argument.hasPrefix("-") else {
        options["--sources", default: []].append(argument)
        continue
      }
      guard allowed.contains(argument) else {
        return .failure(Problem(message: "'facet \(command)' has no option '\(argument)'"))
      }
      guard index < arguments.endIndex else {
        return .failure(Problem(message: "the value of '\(argument)' is missing"))
      }
      if argument != "--sources", options[argument] != nil {
        return .failure(Problem(message: "'\(argument)' is given twice"))
      }
      options[argument, default: []].append(arguments[index])
      index += 1
    }
    return .success(options)
  }

  private static func run(_ command: String, _ options: [String: [String]]) -> Result<Arguments, Problem> {
    guard let sources = options["--sources"] else {
      return .failure(Problem(message: "'facet \(command)' needs '--sources'"))
    }
    var run = Run(action: .check(CheckOptions()), sources: sources, module: options["--module"]?.first ?? "")
    if command == "resolve" {
      guard let output = options["--output"]?.first else {
        return .failure(Problem(message: "'facet resolve' needs '--output'"))
      }
      run.action = .resolve(output: output)
    } else if command == "check" {
      let options = CheckOptions(
        isStrict: options["--strict"]?.first == "true",
        isOfContainersAlone: options["--containers"]?.first == "true", record: options["--record"]?.first)
      run.action = .check(options)
    } else if command == "graph" {
      let name = options["--format"]?.first ?? GraphFormat.text.rawValue
      guard let format = GraphFormat(rawValue: name) else {
        let all = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
        return .failure(Problem(message: "there is no format '\(name)'; the formats are \(all)"))
      }
      run.action = .graph(format)
    }
    return .success(.run(run))
  }
}
