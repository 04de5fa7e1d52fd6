import Facet

/// What was put in another one's place, and does not reach all who were meant.
extension Notes {
  /// A shared service of a parent gets the parent's, whoever asks.
  func hiddenOverride(_ index: Int) -> String? {
    let entry = findings.entries[index]
    guard let hidden = hiddenEntry(by: index) else { return nil }
    let users = findings.users[hidden].filter { user in
      findings.entries[user].level > entry.level && findings.entries[user].record.isBuiltByOwner
        && findings.wiring.index(of: findings.entries[user].key, fromLevel: 0) == user
    }
    guard let user = users.first else { return nil }
    return
      "\(text(index)) of a child takes the place of its parent's, but not for \(text(user)), which is shared in the parent and built there."
  }

  /// The entry of a parent whose place a child's takes.
  private func hiddenEntry(by index: Int) -> Int? {
    let entry = findings.entries[index]
    return findings.wiring.index(of: entry.key, fromLevel: entry.level + 1)
  }

  /// A decorator wraps the registrations of its own container.
  func bareOverride(_ index: Int) -> String? {
    let entry = findings.entries[index]
    guard let hidden = hiddenEntry(by: index), entry.decoratorCount == 0,
      let decorator = findings.entries[hidden].record.settings.decorators.first
    else { return nil }
    return
      "\(text(index)) of a child takes the place of its parent's, and goes without the decorator at \(decorator.location). Decorate it in the child, too."
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
    let others = findings.entries.indices.filter { findings.entries[$0].key != key }
    let users = findings.users[index]
    if users.isEmpty {
      let near =
        others.first { key.resembles(findings.entries[$0].key) }
        ?? others.first {
          findings.builds[index]?.isInstance(of: findings.entries[$0].key.serviceType) == true
        }
      let place = near.map { "; \(text($0)) is registered at \(findings.entries[$0].location)" } ?? ""
      return
        "\(text(index)) replaces nothing, and no other service asks for it\(place). Register it by the key of the service that it stands for: type, name and argument types."
    }
    // It is in a list, beside the one that it may stand for.
    let named = others.first { other in
      let other = findings.entries[other].key
      return key.name == nil && other.name != nil && other.serviceType == key.serviceType
        && other.signature == key.signature
    }
    let listing = findings.wiring.lists.filter { $0.element == key }.map(\.source)
    guard let named, users.allSatisfy(listing.contains) else { return nil }
    return
      "\(text(index)) replaces nothing: \(text(users)) \(users.count == 1 ? "gets" : "get") it in a list, beside \(text(named)). Register it under the name of the one that it stands for."
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
