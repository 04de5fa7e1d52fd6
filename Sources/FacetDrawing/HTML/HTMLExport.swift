import FacetGraph

/// Writes a graph as one page for a browser, with everything in it: no network and no library.
package enum HTMLExport {
  /// How each page begins; the file that has it may be written anew.
  package static let beginning = "<!doctype html>\n<!-- A graph, written by facet; changes here are lost. -->"

  /// Something that is wrong in the graph, or a note.
  package struct Problem: Equatable, Sendable {
    /// The kind in a word or two, by which the page counts.
    package var kind: String
    /// What is wrong, as people read it; may have several lines.
    package var text: String
    /// The index of the node that it is about; `nil` if there is none.
    package var node: Int?
    /// Whether nothing is wrong: the page counts notes apart, and shows them after the problems.
    package var isNote: Bool

    package init(_ kind: String, _ text: String, node: Int? = nil, isNote: Bool = false) {
      self.kind = kind
      self.text = text
      self.node = node
      self.isNote = isNote
    }
  }

  /// A place at which the program itself asks for a service.
  package struct EntryPoint: Equatable, Sendable {
    package var node: Int
    package var place: String

    package init(node: Int, place: String) { (self.node, self.place) = (node, place) }
  }

  /// Writes the page; the same graph always gives the same text.
  ///
  /// - Parameters:
  ///   - graph: What is shown.
  ///   - title: The heading of the page.
  ///   - problems: What is wrong, and notes; `nil` if nobody looked.
  ///   - entryPoints: Where the program itself asks for services, for a graph of its sources; `nil` for any other.
  ///   - link: The address of an editor, with `{path}` and `{line}` where these stand; `nil` for none.
  /// - Returns: The page, which ends with a line break.
  package static func text(
    of graph: DependencyGraph, title: String, problems: [Problem]?, entryPoints: [EntryPoint]? = nil,
    link: String? = nil
  ) -> String {
    var fields = ["\"title\": \(JSONText.quoted(title))"]
    if let link { fields.append("\"link\": \(JSONText.quoted(link))") }
    if let problems {
      fields.append("\"problems\": [\n\(problems.map(json).joined(separator: ",\n"))\n]")
    }
    if let entryPoints {
      let places = entryPoints.map { "{ \"node\": \($0.node), \"place\": \(JSONText.quoted($0.place)) }" }
      fields.append("\"entryPoints\": [\(places.map { "\n" + $0 }.joined(separator: ","))]")
    }
    fields.append("\"graph\": \(JSONExport.text(of: graph))")
    return """
      \(beginning)
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(title))</title>
      <style>
      \(style)
      \(colours)
      </style>
      \(markup)
      <script type="application/json" id="data">
      \(withoutTags("{ \(fields.joined(separator: ",\n")) }"))
      </script>
      <script>
      \(model)
      \(layout)
      \(boxes)
      \(drawing)
      \(window)
      \(panel)
      \(comparison)
      \(view)
      </script>
      </html>

      """
  }

  private static func json(_ problem: Problem) -> String {
    let node = problem.node.map { ", \"node\": \($0)" } ?? ""
    let note = problem.isNote ? ", \"note\": true" : ""
    return
      "{ \"kind\": \(JSONText.quoted(problem.kind)), \"text\": \(JSONText.quoted(problem.text))\(node)\(note) }"
  }

  /// A browser ends the data at the first `</script`, wherever it stands; in JSON, `<` occurs in strings alone.
  private static func withoutTags(_ json: String) -> String {
    json.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  private static func escaped(_ text: String) -> String { text.escaped(["<": "&lt;", "&": "&amp;"]) }

  /// The colours of the other drawings.
  private static var colours: String {
    let scopes = DependencyGraph.Scope.allCases.map { ($0.rawValue, ScopeStyle.colours(of: $0)) }
    return (scopes + [("missing", ScopeStyle.missing)])
      .map { ".\($0) { --fill: \($1.fill); --border: \($1.border); }" }.joined(separator: "\n")
  }
}
