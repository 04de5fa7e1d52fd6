import Facet

/// What may be meant, and may be a mistake: in sentences, and no problem.
struct Notes {
  private let findings: Findings

  init(_ findings: Findings) { self.findings = findings }

  var all: [String] {
    let own = findings.entries.indices.filter { !findings.entries[$0].isForward }
    return own.flatMap { [weakValue($0), eagerWithoutScope($0), keptArguments($0), hiddenOverride($0)] }
      .compactMap(\.self) + scopesOfOneName(own)
  }

  private func text(_ index: Int) -> String {
    let key = findings.entries[index].key
    return TypeNames(of: [key]).text(key)
  }

  private func weakValue(_ index: Int) -> String? {
    guard findings.entries[index].objectScope.kind == .weak, findings.builds[index]?.isObject == false else {
      return nil
    }
    return "\(text(index)) has weak scope and is no object: each resolve builds it anew."
  }
  private func eagerWithoutScope(_ index: Int) -> String? {
    let entry = findings.entries[index]
    let keepsNothing = [.transient, .graph, .weak].contains(entry.objectScope.kind)
    guard entry.record.settings.isEager, keepsNothing else { return nil }
    return
      "\(text(index)) starts eagerly, and its scope (\(entry.objectScope.name)) does not keep it: the start builds it for nobody."
  }
  private func keptArguments(_ index: Int) -> String? {
    let entry = findings.entries[index]
    let keepsOne = [.container, .weak, .scoped, .custom].contains(entry.objectScope.kind)
    guard entry.key.signature != nil, keepsOne else { return nil }
    return
      "\(text(index)) is kept (scope: \(entry.objectScope.name)), so the first arguments count for all who ask later: .perArgument keeps one for each."
  }
  /// A shared service of a parent gets the parent's, whoever asks.
  private func hiddenOverride(_ index: Int) -> String? {
    let entry = findings.entries[index]
    let hidden = findings.entries.indices.filter { other in
      findings.entries[other].key == entry.key && findings.entries[other].level > entry.level
    }
    let users = Set(hidden.flatMap { findings.users[$0] }).sorted().filter { user in
      findings.entries[user].level > entry.level && findings.entries[user].record.isBuiltByOwner
        && findings.wiring.index(of: findings.entries[user].key, fromLevel: 0) == user
    }
    guard let user = users.first else { return nil }
    return
      "\(text(index)) of a child takes the place of its parent's, but not for \(text(user)), which is shared in the parent and built there."
  }
  private func scopesOfOneName(_ own: [Int]) -> [String] {
    var scopes: [String: [any ObjectScopeProtocol]] = [:]
    for scope in own.map({ findings.entries[$0].objectScope }) where scope.kind == .custom {
      if scopes[scope.name]?.contains(where: { $0 === scope }) != true {
        scopes[scope.name, default: []].append(scope)
      }
    }
    return scopes.filter { $0.value.count > 1 }.keys.sorted().map { name in
      "\(scopes[name]!.count) scopes are called \(name): a reset of one does not reach the services of the others. Make a scope once, in a static constant."
    }
  }
}
