import Facet

/// What was put in another one's place, and does not reach all who were meant.
extension Notes {
  /// A shared service of a parent gets the parent's, whoever asks.
  func hiddenOverride(_ index: Int) -> String? {
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

  /// An override of a key that nobody asks for, or of one of two keys that are asked for.
  func looseOverride(_ index: Int) -> String? {
    let entry = findings.entries[index]
    let loose = findings.container.registry.line.flatMap(\.looseOverrides)
    guard let loose = loose.first(where: { $0.order == entry.record.order }) else { return nil }
    return loose.forward.map { partialOverride($0.key, $0.target) } ?? needlessOverride(index)
  }
  private func needlessOverride(_ index: Int) -> String? {
    let key = findings.entries[index].key
    let near = findings.entries.first { $0.key != key && key.resembles($0.key) }
    guard findings.users[index].isEmpty, near != nil || key.isNamedAsDouble else { return nil }
    let names = TypeNames(of: [key] + (near.map { [$0.key] } ?? []))
    let place = near.map { "; \(names.text($0.key)) is registered at \($0.location)" } ?? ""
    return
      "\(names.text(key)) replaces nothing, and no other service asks for it\(place). Register it by the key of the service that it stands for: type, name and argument types."
  }
  private func partialOverride(_ key: ServiceKey, _ target: ServiceKey) -> String? {
    let users = findings.wiring.edges.filter { edge in
      edge.kind != .forward && findings.entries[edge.target].key == target
    }
    guard let user = users.first?.source else { return nil }
    let names = TypeNames(of: [key, target])
    return
      "\(names.text(key)) replaces a forward alone: \(text(user)) asks for \(names.text(target)), and gets the service of before. Override \(names.text(target))."
  }
}
