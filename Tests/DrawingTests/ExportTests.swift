import FacetDrawing
import FacetGraph
import Testing

@Suite(.timeLimit(.minutes(20))) struct ExportTests {
  private let sample: DependencyGraph = {
    var graph = DependencyGraph()
    let tea = graph.add(
      DependencyGraph.Node("Tea", detail: "Array<\"Leaf\">", cluster: "Shop", location: "Tea.swift:3"))
    let leaf = graph.add(DependencyGraph.Node("Leaf", cluster: "Shop"))
    let water = graph.add(DependencyGraph.Node("Water\\\n", cluster: "Well #1"))
    let cup = graph.add(DependencyGraph.Node("Cup"))
    graph.connect(tea, to: leaf)
    graph.connect(tea, to: water, label: "lazy", kind: .deferred)
    graph.connect(cup, to: tea)
    return graph
  }()

  @Test func `Mermaid draws clusters, labels and dotted arrows`() {
    #expect(
      GraphFormat.mermaid.text(of: sample) == """
        flowchart LR
          subgraph c0["Shop"]
            n0["Tea<br>Array#lt;#quot;Leaf#quot;#gt;"]
            n1["Leaf"]
          end
          subgraph c1["Well #35;1"]
            n2["Water\\ "]
          end
          n3["Cup"]
          n0 --> n1
          n0 -.->|"lazy"| n2
          n3 --> n0

        """)
  }

  @Test func `DOT draws clusters, labels and dashed arrows`() {
    #expect(
      GraphFormat.dot.text(of: sample) == """
        digraph dependencies {
          rankdir=LR;
          node [shape=box, style=rounded];
          subgraph cluster_0 {
            label="Shop";
            n0 [label="Tea\\nArray<\\"Leaf\\">"];
            n1 [label="Leaf"];
          }
          subgraph cluster_1 {
            label="Well #1";
            n2 [label="Water\\\\\\n"];
          }
          n3 [label="Cup"];
          n0 -> n1;
          n0 -> n2 [label="lazy", style=dashed];
          n3 -> n0;
        }

        """)
  }

  @Test func `JSON lists the nodes with what they need`() {
    #expect(
      GraphFormat.json.text(of: sample) == """
        {
          "nodes": [
            { "name": "Tea", "detail": "Array<\\"Leaf\\">", "cluster": "Shop", "location": "Tea.swift:3", "needs": [{ "node": 1 }, { "node": 2, "label": "lazy", "deferred": true }] },
            { "name": "Leaf", "cluster": "Shop", "needs": [] },
            { "name": "Water\\\\\\n", "cluster": "Well #1", "needs": [] },
            { "name": "Cup", "needs": [{ "node": 0 }] }
          ]
        }

        """)
  }

  @Test func `Text lists what each node needs below it`() {
    #expect(
      GraphFormat.text.text(of: sample) == """
        Shop
          Tea: Array<"Leaf">  (Tea.swift:3)
            → Leaf
            ⇢ Well #1.Water\\
          (lazy)
          Leaf

        Well #1
          Water\\


        Cup
          → Shop.Tea

        """)
  }

  @Test func `A tree has each node once, and loops that nothing else needs as well`() {
    var graph = sample
    let egg = graph.add(DependencyGraph.Node("Egg"))
    let hen = graph.add(DependencyGraph.Node("Hen"))
    graph.connect(egg, to: hen)
    graph.connect(hen, to: egg, kind: .completion)
    let own = graph.add(DependencyGraph.Node("Own"))
    graph.connect(own, to: own)
    #expect(
      GraphFormat.tree.text(of: graph) == #"""
        Cup
        └─ Tea: Array<"Leaf">  (Tea.swift:3)
           ├─ Leaf
           └─ later: Water\

        Own
        └─ Own …
        Egg
        └─ Hen
           └─ then: Egg …

        """#)
  }

  @Test func `A control character is written as its number in JSON`() {
    var graph = DependencyGraph()
    _ = graph.add(DependencyGraph.Node("a\u{1}b\u{1F}c\u{7F}\t\r"))
    #expect(
      GraphFormat.json.text(of: graph) == """
        {
          "nodes": [
            { "name": "a\\u0001b\\u001fc\u{7F}\\t\\r", "needs": [] }
          ]
        }

        """)
  }

  @Test func `An empty graph is said to be empty`() {
    let texts = GraphFormat.allCases.filter { $0 != .html }.map { $0.text(of: DependencyGraph()) }
    #expect(
      texts == [
        "flowchart LR\n", "digraph dependencies {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n}\n",
        "{ \"nodes\": [] }\n", "The graph is empty.\n", "The graph is empty.\n",
      ])
  }
}
