import FacetTestSupport
import Foundation
import Testing

/// Draws what the sources of a container register.
@Suite(.timeLimit(.minutes(20))) struct ContainerGraphToolTests {
  private let folder = try! TemporaryFolder()

  init() throws {
    try folder.write(
      """
      import Swinject
      struct ShopAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Shop.self) { r in Shop(r.resolve(Tea.self, name: "green")!, r.resolve(Cup.self)!) }
          container.register(Tea.self, name: "green") { r in Tea(r.resolve(Water.self)!) }
          container.register(Till.self) { _ in Till() }
        }
      }
      struct CupAssembly: Assembly {
        func assemble(container: Container) { container.register(Cup.self) { _ in Cup() } }
      }
      func show(_ table: UITableView) {
        table.register(Cell.self, forCellReuseIdentifier: "cell")
        table.register(Row.self)
      }
      class Water {}

      """, to: "Shop.swift")
  }

  private func graph(_ options: String...) throws -> Program {
    try Program(Program.built("facet"), ["graph", "Shop.swift"] + options, in: folder.url)
  }

  @Test func `What is missing is drawn as missing, and what is no registration is not drawn`() throws {
    #expect(
      try graph().output == """
        ShopAssembly
          Shop  (Shop.swift:4)
            → Tea "green"
            → CupAssembly.Cup
          Tea "green"  (Shop.swift:5)
            → Water
          Till  (Shop.swift:6)

        CupAssembly
          Cup  (Shop.swift:10)

        Water: missing

        """)
  }

  @Test func `Only an assembly of several keys has a box`() throws {
    #expect(
      try graph("--format=mermaid").output == """
        flowchart LR
          subgraph c0["ShopAssembly"]
            n0["Shop"]
            n1["Tea #quot;green#quot;"]
            n2["Till"]
          end
          n3["Cup"]
          n4["Water<br>missing"]:::missing
          n0 --> n1
          n0 --> n3
          n1 --> n4
          classDef missing fill:#fbdcdc,stroke:#b53a3a,color:#000000,stroke-dasharray:4

        """)
    #expect(
      try graph("--format=dot", "--from=Tea").output == """
        digraph dependencies {
          rankdir=LR;
          node [shape=box, style=rounded];
          n0 [label="Tea \\"green\\""];
          n1 [label="Water\\nmissing", style="rounded,filled,dashed", fillcolor="#fbdcdc", color="#b53a3a", fontcolor="#000000"];
          n0 -> n1;
        }

        """)
    #expect(
      try graph("--format=json", "--from=Water").output.contains("\"detail\": \"missing\", \"missing\": true")
    )
  }

  @Test func `The article shows what its command draws`() throws {
    let article = try Repository.text("Sources/FacetInspection/FacetInspection.docc/Drawing.md")
    let options = ["--sources", "Examples/Clinic", "--from", "DayReport", "--format", "mermaid"]
    #expect(article.contains("`swift run facet graph \(options.joined(separator: " "))`"))
    let run = try Program(Program.built("facet"), ["graph"] + options, in: Repository.root)
    #expect(article.contains("```mermaid\n\(run.output)```"))
  }

  @Test func `A part of the graph is printed on request`() throws {
    #expect(
      try graph("--from", "Shop", "--depth", "1", "--format", "tree").output == """
        Shop  (Shop.swift:4)
        ├─ Tea "green"  (Shop.swift:5)
        └─ Cup  (Shop.swift:10)

        """)
    #expect(
      try graph("--from", "Shop", "--depth", "0", "--format", "tree").output == "Shop  (Shop.swift:4)\n")
    #expect(
      try graph("--assembly", "CupAssembly", "--format", "tree").output == "Cup  (Shop.swift:10)\n")
    #expect(
      try graph("--assembly", "ShopAssembly", "--depth", "0", "--format", "tree").output == """
        Shop  (Shop.swift:4)
        └─ Tea "green"  (Shop.swift:5)
        Till  (Shop.swift:6)

        """)
  }

  @Test func `A page says what is wrong, and leads to the editor`() throws {
    let run = try graph("--format", "html", "--output", "graph.html", "--link", "editor://{path}?line={line}")
    #expect((run.output, run.errors, run.exitCode) == ("", "", 0))
    let page = try folder.text(of: "graph.html")
    let data = page.split(separator: "\n").drop { !$0.hasPrefix("{ \"title\"") }.prefix {
      $0 != "\"graph\": {"
    }
    #expect(
      data.joined(separator: "\n") == #"""
        { "title": "Shop.swift",
        "link": "editor://{path}?line={line}",
        "problems": [
        { "kind": "missing", "text": "Shop.swift:5:62: warning: nothing registers 'Water'; the '!' stops the program here", "node": 4 },
        { "kind": "unused", "text": "Shop.swift:4:15: note: nothing resolves 'Shop'", "node": 0, "note": true },
        { "kind": "unused", "text": "Shop.swift:6:15: note: nothing resolves 'Till'", "node": 2, "note": true }
        ],
        "entryPoints": [],
        """#)
    #expect(page.contains(#"{ "name": "Water", "detail": "missing", "missing": true, "needs": [] }"#))
  }

  @Test func `A page is written anew, and nothing else is overwritten`() throws {
    for _ in 1...2 { #expect(try graph("--format", "html", "--output", "graph.html").exitCode == 0) }
    try folder.write("<!doctype html>\n<p>My page</p>", to: "mine.html")
    let mine = try graph("--format", "html", "--output", "mine.html")
    let refusal =
      "error: 'mine.html' was not written by facet, so it is not overwritten; name another file to write\n"
    #expect((mine.errors, mine.exitCode) == (refusal, 1))
    let printed = try graph("--format", "html")
    #expect(
      printed.output == (try folder.text(of: "graph.html"))
    )
  }

  @Test(arguments: ["--output", "--link"]) func `An option of the page needs the page`(option: String) throws
  {
    let run = try graph(option, "graph.html")
    let message = "error: '\(option)' is for a page, so it needs '--format html'\n"
    #expect(
      (run.errors, run.exitCode)
        == (message + "Run 'facet --help' for the commands and their options.\n", 64))
  }

  @Test func `What is not in the graph, or no number, is said`() throws {
    let key = try graph("--from", "Jug")
    #expect((key.errors, key.exitCode) == ("error: the graph has no key 'Jug'\n", 1))
    let assembly = try graph("--assembly", "Jugs")
    #expect((assembly.errors, assembly.exitCode) == ("error: the graph has no assembly 'Jugs'\n", 1))
    let hint = "Run 'facet --help' for the commands and their options.\n"
    let depth = try graph("--from", "Shop", "--depth", "two")
    #expect((depth.errors, depth.exitCode) == ("error: '--depth' needs a number, not 'two'\n" + hint, 64))
    let alone = try graph("--depth", "2")
    #expect(
      (alone.errors, alone.exitCode) == ("error: '--depth' needs '--from' or '--assembly'\n" + hint, 64))
  }
}
