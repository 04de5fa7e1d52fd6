import FacetDrawing
import FacetGraph
import FacetSyntax

/// A command with its options, as they stand on the command line.
struct Arguments {
  /// What is wrong with a command line.
  typealias Problem = FileSystem.Failure

  let command: String
  /// Files, and folders that are searched for files.
  private(set) var sources: [String] = []
  /// The values of the other options; that of a flag is empty.
  private var values: [String: String] = [:]
  /// How a graph is printed.
  private(set) var format = GraphFormat.text
  /// How many steps to go in a graph; `nil` for all.
  private(set) var depth: Int?

  static let helpText = """
    Checks compile-checked resolvers and containers, writes the resolvers' resolve() functions, and draws graphs.

    USAGE: facet check --sources PATH [--module NAME] [--strict] [--containers] [--unused] [--record FILE] [--allow-empty]
           facet graph --sources PATH [--format html|mermaid|dot|json|text|tree] [--output FILE] [--link ADDRESS]
                       [--from KEY] [--assembly NAME] [--depth N] [--allow-empty]
           facet resolve --sources PATH --output FILE [--module NAME]

    COMMANDS:
      check     Reports what is wrong, and how much was checked. Only types that the sources declare are judged. The
                comment '// facet:ignore' silences a line, '// facet:ignore-file' a file.
      graph     Prints the keys and what each needs. 'html' is a page for a browser, with what the check found.
      resolve   Checks the resolvers of one target, and writes their file if nothing is wrong with them.

    OPTIONS:
      --sources PATH   A Swift file, or a folder whose Swift files are read; may be given several times, and without
                       the word in front. Files that this tool wrote are left out.
      --output FILE    The file to write: the resolvers, or the page. A file that this tool did not write stays.
      --module NAME    What the target is called in code.
      --strict         Makes errors of warnings, and tells of shared classes that are not Sendable, as the comment
                       '// facet:strict' in a source does.
      --containers     Checks containers and no resolvers.
      --unused         Notes what is registered and never resolved.
      --record FILE    A file to write, instead of a summary, when there is no error; build systems wait for it.
      --format FORMAT  html, mermaid, dot, json, text or tree; 'text' where none is given.
      --link ADDRESS   What a place on the page leads to: 'vscode://file/{path}:{line}' opens an editor.
      --from KEY       Prints this key, as the graph names it, and what it needs; a type stands for all of its keys.
      --assembly NAME  Prints the keys of one assembly and what they need.
      --depth N        How many steps to go from there.
      --allow-empty    Where there is nothing to check or draw, that is no problem.
      --help           Prints this; --version the version.

    A value may also stand behind an equals sign: '--sources=PATH'.

    EXIT CODES: 0 all is well, 1 there are problems, 64 the command line was not understood.
    """

  private static let flags: Set<String> = ["--allow-empty", "--strict", "--containers", "--unused"]

  /// The options of each command.
  private static let allowed: [String: Set<String>] = [
    "resolve": ["--sources", "--module", "--output"],
    "check": flags.union(["--sources", "--module", "--record"]),
    "graph": [
      "--sources", "--module", "--format", "--output", "--link", "--from", "--assembly", "--depth",
      "--allow-empty",
    ],
  ]

  init(_ arguments: [String]) throws(Problem) {
    guard let command = arguments.first else { throw Problem("no command was given") }
    guard Self.allowed[command] != nil else { throw Problem("there is no command '\(command)'") }
    self.command = command
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() { try read(argument, &rest) }
    if sources.isEmpty { throw Problem("'facet \(command)' needs '--sources'") }
    if command == "resolve", self["--output"] == nil { throw Problem("'facet resolve' needs '--output'") }
    if command == "graph" { try readGraphOptions() }
  }

  /// The value of an option, if it is given.
  subscript(option: String) -> String? { values[option] }

  func has(_ option: String) -> Bool { values[option] != nil }

  private mutating func read(_ argument: String, _ rest: inout ArraySlice<String>) throws(Problem) {
    guard argument.hasPrefix("-") else { return sources.append(argument) }
    let equal = argument.hasPrefix("--") ? argument.firstIndex(of: "=") : nil
    let option = equal.map { String(argument[..<$0]) } ?? argument
    var value = equal.map { String(argument[argument.index(after: $0)...]) }
    guard Self.allowed[command]?.contains(option) == true else {
      throw Problem("'facet \(command)' has no option '\(option)'")
    }
    if has(option) { throw Problem("'\(option)' is given twice") }
    if Self.flags.contains(option) {
      guard value == nil else { throw Problem("'\(option)' has no value") }
      return values[option] = ""
    }
    value = value ?? rest.popFirst()
    guard let value, !value.isEmpty else { throw Problem("the value of '\(option)' is missing") }
    if option == "--sources" { sources.append(value) } else { values[option] = value }
  }

  private mutating func readGraphOptions() throws(Problem) {
    if let name = self["--format"] {
      guard let format = GraphFormat(rawValue: name) else {
        let all = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem("there is no format '\(name)'; the formats are \(all)")
      }
      self.format = format
    }
    for option in ["--output", "--link"] where has(option) && format != .html {
      throw Problem("'\(option)' is for a page, so it needs '--format html'")
    }
    guard let text = self["--depth"] else { return }
    guard let depth = Int(text), depth >= 0 else { throw Problem("'--depth' needs a number, not '\(text)'") }
    guard has("--from") || has("--assembly") else {
      throw Problem("'--depth' needs '--from' or '--assembly'")
    }
    self.depth = depth
  }
}
