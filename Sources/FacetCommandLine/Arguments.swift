import FacetDrawing
import FacetGraph

/// The command line, read.
enum Arguments {
  case help
  case version
  case run(Run)

  /// A command with its options.
  struct Run {
    enum Action {
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
  struct CheckOptions {
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
  struct GraphOptions {
    var format: GraphFormat
    /// The key to begin with, and the assembly; empty for all.
    var from = ""
    var assembly = ""
    /// How many steps to go from there; `nil` for all.
    var depth: Int?
    /// The file that a page is written to; `nil` to print it.
    var output: String?
    /// The address of an editor, with `{path}` and `{line}`.
    var link: String?
  }

  /// What is wrong with a command line.
  struct Problem: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }

  static let helpText = """
    Checks compile-checked resolvers and containers, and writes the resolvers' resolve() functions.

    USAGE: facet resolve --sources PATH --output FILE [--module NAME]
           facet check --sources PATH [--module NAME] [--strict] [--containers] [--partial] [--unused] [--record FILE]
                       [--allow-empty]
           facet graph --sources PATH [--format html|mermaid|dot|json|text|tree] [--output FILE] [--link ADDRESS]
                       [--from KEY] [--assembly NAME] [--depth N] [--allow-empty]

    COMMANDS:
      resolve   Checks the resolvers of one target and writes the file that goes with them. A file that would not
                change is left as it is. Where something is wrong, nothing is written.
      check     Reports what is wrong, and how much was checked. What containers resolve and never register, loops of
                factories, and keys that are registered twice are warnings. The comment '// facet:ignore' silences a
                line, '// facet:ignore-file' a file.
      graph     Prints the keys and what each needs; 'text' unless a format is given. 'html' is a page for a browser,
                with a search, and with what the check found.

    OPTIONS:
      --sources PATH   A Swift file, or a folder whose Swift files are read; may be given several times. Paths without
                       an option in front are sources too. Files that this tool wrote are left out.
      --output FILE    The file to write: the resolvers, or the page. One that this tool did not write is never overwritten.
      --module NAME    What the target is called in code.
      --strict         Makes errors of the warnings, as the comment '// facet:strict' in a source does.
      --containers     Checks containers and no resolvers.
      --partial        Sources of the application are missing: of a type that none of these declares, it is not said that
                       nothing registers it.
      --unused         Notes what is registered and never resolved.
      --record FILE    A file to write when the check has found no error; for build systems, which wait for a file. What
                       was checked is not printed then.
      --format FORMAT  html, mermaid, dot, json, text or tree.
      --link ADDRESS   What a place on the page leads to: 'vscode://file/{path}:{line}' opens an editor.
      --from KEY       Prints this key, as the graph names it, and what it needs; a type stands for all of its keys.
      --assembly NAME  Prints the keys of one assembly and what they need.
      --depth N        How many steps to go from there.
      --allow-empty    Where there is nothing to check or draw, that is no problem.
      --help           Prints this.
      --version        Prints the version.

    A value may also stand behind an equals sign: '--sources=PATH'.

    EXIT CODES: 0 all is well, 1 there are problems, 64 the command line was not understood.
    """

  private static let flags: Set<String> = [
    "--allow-empty", "--strict", "--containers", "--partial", "--unused",
  ]

  /// The options of each command.
  private static let allowed: [String: Set<String>] = [
    "resolve": ["--sources", "--module", "--output"],
    "check": flags.union(["--sources", "--module", "--record"]),
    "graph": [
      "--sources", "--module", "--format", "--output", "--link", "--from", "--assembly", "--depth",
      "--allow-empty",
    ],
  ]

  static func parse(_ arguments: [String]) throws(Problem) -> Arguments {
    if arguments.contains("--help") || arguments.contains("-h") || arguments == ["help"] { return .help }
    if arguments.contains("--version") { return .version }
    guard let command = arguments.first else { throw Problem("no command was given") }
    guard let allowed = allowed[command] else { throw Problem("there is no command '\(command)'") }
    let values = try values(arguments.dropFirst(), allowed: allowed, command: command)
    guard let sources = values["--sources"] else { throw Problem("'facet \(command)' needs '--sources'") }
    let has = { values[$0] != nil }
    let action: Run.Action
    switch command {
    case "resolve":
      guard let output = values["--output"]?.first else { throw Problem("'facet resolve' needs '--output'") }
      action = .resolve(output: output)
    case "check":
      action = .check(
        CheckOptions(
          isStrict: has("--strict"), isOfContainersAlone: has("--containers"), isPartial: has("--partial"),
          findsUnused: has("--unused"), record: values["--record"]?.first))
    default: action = .graph(try graphOptions(values))
    }
    return .run(
      Run(
        action: action, sources: sources, module: values["--module"]?.first ?? "",
        allowsNothing: has("--allow-empty")))
  }

  private static func values(
    _ arguments: ArraySlice<String>, allowed: Set<String>, command: String
  ) throws(Problem) -> [String: [String]] {
    var values: [String: [String]] = [:]
    var rest = arguments
    while var argument = rest.popFirst() {
      var value: String?
      if argument.hasPrefix("--"), let equal = argument.firstIndex(of: "=") {
        value = String(argument[argument.index(after: equal)...])
        argument = String(argument[..<equal])
      }
      guard argument.hasPrefix("-") else {
        values["--sources", default: []].append(argument)
        continue
      }
      guard allowed.contains(argument) else {
        throw Problem("'facet \(command)' has no option '\(argument)'")
      }
      if argument != "--sources", values[argument] != nil { throw Problem("'\(argument)' is given twice") }
      if flags.contains(argument) {
        guard value == nil else { throw Problem("'\(argument)' has no value") }
        values[argument] = []
        continue
      }
      guard let value = value ?? rest.popFirst(), !value.isEmpty else {
        throw Problem("the value of '\(argument)' is missing")
      }
      values[argument, default: []].append(value)
    }
    return values
  }

  private static func graphOptions(_ values: [String: [String]]) throws(Problem) -> GraphOptions {
    let name = values["--format"]?.first ?? GraphFormat.text.rawValue
    guard let format = GraphFormat(rawValue: name) else {
      let all = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem("there is no format '\(name)'; the formats are \(all)")
    }
    for option in ["--output", "--link"] where values[option] != nil && format != .html {
      throw Problem("'\(option)' is for a page, so it needs '--format html'")
    }
    var result = GraphOptions(
      format: format, from: values["--from"]?.first ?? "", assembly: values["--assembly"]?.first ?? "",
      output: values["--output"]?.first, link: values["--link"]?.first)
    guard let text = values["--depth"]?.first else { return result }
    guard let depth = Int(text), depth >= 0 else { throw Problem("'--depth' needs a number, not '\(text)'") }
    if result.from.isEmpty, result.assembly.isEmpty {
      throw Problem("'--depth' needs '--from' or '--assembly'")
    }
    result.depth = depth
    return result
  }
}
