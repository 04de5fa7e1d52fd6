import FacetGraph
import FacetSyntax

extension FactorySources {
  /// The promises that are not kept.
  var diagnostics: [Diagnostic] {
    services.compactMap { service in
      guard service.isPromised, !registered.contains(service.name), placesByName[service.name]?.count == 1,
        let use = uses.first(where: { $0.name == service.name })
      else { return nil }
      var finding = Diagnostic(
        .warning, "'\(service.name)' is promised, and nothing registers it", at: service.location,
        notes: [Diagnostic.Note("it is resolved here", at: use.location)])
      finding.kind = "missing"
      return finding
    }
  }

  /// A node for each service, a cluster for each container.
  var graph: DependencyGraph {
    var result = DependencyGraph()
    for service in services {
      _ = result.add(
        DependencyGraph.Node(
          "\(service.name): \(service.type)", cluster: service.container,
          location: "\(service.location.path):\(service.location.line)"))
    }
    for (index, service) in services.enumerated() {
      for need in service.needs {
        if let target = placesByName[need.name]?.first { result.connect(index, to: target) }
      }
    }
    return result
  }
}
