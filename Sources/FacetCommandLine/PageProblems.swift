import FacetContainerCheck
import FacetDrawing
import FacetGraph
import FacetSyntax

extension ContainerCheck {
  /// What is wrong, for a page that shows `graph`: each finding with its node, and what could not be judged.
  func problems(in graph: DependencyGraph) -> [HTMLExport.Problem] {
    var places: [String: Int] = [:]
    var names: [String: Int] = [:]
    for (index, node) in graph.nodes.enumerated() {
      places[node.location] = places[node.location] ?? index
      names[node.name] = names[node.name] ?? index
    }
    let gaps = coverage.gaps.map { Diagnostic(.note, $0.message, at: $0.location) }
    let all = diagnostics + faults + gaps
    return (all.filter { $0.severity != .note } + all.filter { $0.severity == .note }).map { finding in
      let place = "\(finding.location.path):\(finding.location.line)"
      return HTMLExport.Problem(
        finding.kind.isEmpty ? "unreadable" : finding.kind, finding.lines.joined(separator: "\n"),
        node: names[finding.subject] ?? places[place])
    }
  }
}
