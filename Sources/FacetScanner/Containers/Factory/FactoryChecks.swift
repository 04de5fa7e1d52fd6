import FacetGraph

extension FactorySources {
  /// What is wrong: promises that are not kept, and loops.
  var diagnostics: [Diagnostic] { brokenPromises + loops }

  private var brokenPromises: [Diagnostic] {
    services.compactMap { service in
      guard service.isPromised, !registered.contains(service.name), placesByName[service.name]?.count == 1,
        let use = uses.first(where: { $0.name == service.name })
      else { return nil }
      return Diagnostic(
        .warning, "'\(service.name)' is promised, and nothing registers it", at: service.location,
        notes: [Diagnostic.Note("it is resolved here", at: use.location)])
    }
  }

  /// Only what is certain counts: no service on the way is registered anew, and each closure resolves the next one.
  private var loops: [Diagnostic] {
    let graph = graph(named: \.name)
    return graph.loops().compactMap { loop in
      let names = loop.map { services[$0].name }
      guard names.allSatisfy({ !registered.contains($0) && placesByName[$0]?.count == 1 }) else { return nil }
      let notes = names.indices.compactMap { step -> Diagnostic.Note? in
        let next = names[(step + 1) % names.count]
        return services[loop[step]].needs.first { $0.name == next }
          .map { Diagnostic.Note("'\(names[step])' resolves '\(next)' here", at: $0.location) }
      }
      guard let first = notes.first else { return nil }
      return Diagnostic(
        .warning, "'\(names[0])' needs itself: \((names + [names[0]]).joined(separator: " → "))",
        at: first.location,
        notes: Array(notes.dropFirst()))
    }
  }

  /// A node for each service, a cluster for each container.
  var graph: DependencyGraph { graph { "\($0.name): \($0.type)" } }

  private func graph(named name: (Service) -> String) -> DependencyGraph {
    var result = DependencyGraph()
    for service in services {
      _ = result.add(
        DependencyGraph.Node(
          name(service), cluster: service.container,
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
