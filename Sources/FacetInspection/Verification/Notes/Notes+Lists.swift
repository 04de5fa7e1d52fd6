import Facet

/// What is not in the lists that services ask for.
extension Notes {
  var incompleteLists: [String] {
    findings.wiring.lists.flatMap { list in
      let asking = "\(text(list.source)) asks for all \(quoted(list.element.serviceType))"
      let alike = findings.entries.indices.filter {
        findings.entries[$0].key.serviceType == list.element.serviceType
      }
      let all = findings.wiring.all(list.element, fromLevel: list.level)
      let others = alike.filter { index in
        findings.entries[index].level >= list.level && list.element.signature == nil
          && findings.entries[index].key.signature != nil
      }
      let unnamed = list.isByName ? all.filter { findings.entries[$0].key.name == nil } : []
      let ofChild = alike.filter { index in
        findings.entries[index].level < list.level
          && findings.entries[index].key.signature == list.element.signature
      }
      return [
        others.isEmpty ? nil : "\(asking), and gets those without arguments: not \(text(others)).",
        unnamed.isEmpty ? nil : "\(asking) by their names, and does not get the one that has none.",
        ofChild.isEmpty
          ? nil
          : "\(asking), and is kept by a parent: it never gets \(text(ofChild)) of a child. Give it the scope .scoped.",
        alike.isEmpty ? unforwarded(list.element.serviceType, asking) : nil,
      ].compactMap(\.self)
    }
  }

  /// An empty list may be meant, unless a service of the type is registered by another one.
  private func unforwarded(_ type: Any.Type, _ asking: String) -> String? {
    let found = findings.entries.indices.filter { findings.builds[$0]?.isInstance(of: type) == true }
    let targets = found.filter { !findings.entries[$0].isForward }
    if targets.isEmpty { return nil }
    return
      "\(asking), and gets none: \(text(targets)) \(targets.count == 1 ? "is one, and is" : "are, and are") registered by another type. Forward it: .implements(\(TypeNames(of: [], [type]).metatype(type)))"
  }
}
