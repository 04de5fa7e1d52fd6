import Facet

/// Scopes of one's own that are made too often, or whose storage is made too seldom.
extension Notes {
  func scopesOfOneName(_ own: [Int]) -> [String] {
    var scopes: [String: [any ObjectScopeProtocol]] = [:]
    for scope in customScopes(own).map(\.scope) { scopes[scope.name, default: []].append(scope) }
    return scopes.filter { $0.value.count > 1 }.keys.sorted().map { name in
      "\(scopes[name]!.count) scopes are \(scopes[name]!.contains(where: \.hasName) ? "called \(name)" : name): a reset of one does not reach the services of the others. Make a scope once, in a static constant."
    }
  }

  /// A storage has one instance, which each service would take for its own.
  func sharedStorages(_ own: [Int]) -> [String] {
    customScopes(own).compactMap { scope, entries in
      guard entries.count > 1, scope.makeStorage() === scope.makeStorage() else { return nil }
      return
        "The scope \(scope.name) has one storage for \(text(entries)), and a storage keeps one instance. Make a storage in each call of its factory."
    }
  }

  /// Each scope once, with its entries.
  private func customScopes(_ own: [Int]) -> [(scope: any ObjectScopeProtocol, entries: [Int])] {
    var scopes: [(scope: any ObjectScopeProtocol, entries: [Int])] = []
    for index in own where findings.entries[index].objectScope.kind == .custom {
      let scope = findings.entries[index].objectScope
      if let place = scopes.firstIndex(where: { $0.scope === scope }) {
        scopes[place].entries.append(index)
      } else {
        scopes.append((scope, [index]))
      }
    }
    return scopes
  }
}

extension ObjectScopeProtocol {
  fileprivate var hasName: Bool { !String(describing: self).isEmpty }
}
