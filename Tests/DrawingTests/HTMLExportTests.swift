import FacetDrawing
import FacetGraph
import Testing

@Suite(.timeLimit(.minutes(20))) struct HTMLExportTests {
  private func page(problems: [HTMLExport.Problem]? = nil, link: String? = nil) -> String {
    var graph = DependencyGraph()
    let tea = graph.add(
      DependencyGraph.Node("Tea", detail: "Array<Leaf>", location: "Shop/</script>.swift:3", scope: .weak))
    graph.connect(tea, to: graph.add(DependencyGraph.Node("Leaf", isMissing: true)), kind: .deferred)
    return HTMLExport.text(of: graph, title: "Tea & <Leaf>", problems: problems, link: link)
  }

  /// What stands between the data's tags.
  private func data(_ page: String) -> String {
    page.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "<script type=\"application/json\" id=\"data\">" }.dropFirst()
      .prefix { $0 != "</script>" }.joined(separator: "\n")
  }

  @Test func `The page has the graph as data, in which no name ends the script`() {
    #expect(
      data(page()) == #"""
        { "title": "Tea & \u003cLeaf>",
        "graph": {
          "nodes": [
            { "name": "Tea", "detail": "Array\u003cLeaf>", "scope": "weak", "location": "Shop/\u003c/script>.swift:3", "needs": [{ "node": 1, "deferred": true }] },
            { "name": "Leaf", "missing": true, "needs": [] }
          ]
        }
         }
        """#)
  }

  @Test func `Problems, notes and the address of an editor are data too`() {
    let problems = [
      HTMLExport.Problem("unused", "Nothing resolves 'Tea'.", node: 0, isNote: true),
      HTMLExport.Problem("missing", "'Leaf' is missing.\nRegister it.", node: 1),
      HTMLExport.Problem("loop", "Tea → Tea"),
    ]
    let lines = data(page(problems: problems, link: "editor://{path}?line={line}")).split(separator: "\n")
    #expect(
      lines.prefix(6).joined(separator: "\n") == #"""
        { "title": "Tea & \u003cLeaf>",
        "link": "editor://{path}?line={line}",
        "problems": [
        { "kind": "unused", "text": "Nothing resolves 'Tea'.", "node": 0, "note": true },
        { "kind": "missing", "text": "'Leaf' is missing.\nRegister it.", "node": 1 },
        { "kind": "loop", "text": "Tea → Tea" }
        """#)
  }

  @Test func `The heading is escaped, and nothing is fetched`() {
    let page = page()
    #expect(page.contains("<title>Tea &amp; &lt;Leaf></title>"))
    #expect(!page.contains("src="))
    #expect(!page.contains("@import"))
    #expect(page == self.page())
  }
}
