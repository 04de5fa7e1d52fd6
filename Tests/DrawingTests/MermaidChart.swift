import Foundation

/// A Mermaid flowchart, read as strictly as the language asks for what this package writes.
struct MermaidChart {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var nodes: Set<String> = []
  private(set) var edgeCount = 0
  private var classes: Set<String> = []
  private var usedClasses: Set<String> = []

  init(_ text: String) throws {
    var lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    guard !lines.isEmpty, lines.removeFirst() == "flowchart LR" else {
      throw Mistake(description: "no header")
    }
    let name = #"[A-Za-z_][A-Za-z0-9_]*"#
    // Within quotes: no quote, and no sign that would be an entity or a tag of the page, but for the break.
    let quoted = #""(?:[^"<>#]|#[a-z0-9]+;|<br>)*""#
    let node = try Regex("^(\(name))\\[\(quoted)\\](?::::(\(name)))?$")
    let edge = try Regex("^(\(name)) (?:-->|-\\.->|--o|==>)(?:\\|\(quoted)\\|)? (\(name))$")
    let group = try Regex("^subgraph (\(name))\\[\(quoted)\\]$")
    let classLine = try Regex("^classDef (\(name)) fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}$")
    var depth = 0
    for line in lines {
      if line == "end" {
        depth -= 1
        guard depth >= 0 else { throw Mistake(description: "an end too many") }
      } else if line.wholeMatch(of: group) != nil {
        depth += 1
      } else if let match = line.wholeMatch(of: node) {
        let name = String(match[1].substring ?? "")
        guard nodes.insert(name).inserted else { throw Mistake(description: "\(name) twice") }
        guard name != "end", name != "graph" else { throw Mistake(description: "\(name) is a word") }
        if let used = match[2].substring { usedClasses.insert(String(used)) }
      } else if let match = line.wholeMatch(of: edge) {
        for end in [match[1], match[2]] where !nodes.contains(String(end.substring ?? "")) {
          throw Mistake(description: "an edge to nowhere: \(line)")
        }
        edgeCount += 1
      } else if let match = line.wholeMatch(of: classLine) {
        classes.insert(String(match[1].substring ?? ""))
      } else {
        throw Mistake(description: "not understood: \(line)")
      }
    }
    guard depth == 0 else { throw Mistake(description: "an end is missing") }
    guard usedClasses == classes else { throw Mistake(description: "classes: \(usedClasses), \(classes)") }
  }
}
