import Facet
import FacetGraph

/// What may be meant, and may be a mistake: in sentences, and no problem.
struct Notes {
  let findings: Findings

  init(_ findings: Findings) { self.findings = findings }

  var all: [String] {
    let own = findings.entries.indices.filter { !findings.entries[$0].isForward }
    let single = own.flatMap { index in
      [
        weakValue(index), eagerWithoutScope(index), keptArguments(index), hiddenOverride(index),
        looseOverride(index), lateDecorator(index), bareOverride(index), sharedEnd(index),
      ].compactMap(\.self)
    }
    let several = [
      holdersOfEarlier(own), nearOptionals, incompleteLists, usesOfMain, scopesOfOneName(own),
      sharedStorages(own), needlessOptions, unended(own),
    ]
    return single + several.flatMap(\.self)
  }

  func text(_ index: Int) -> String {
    let key = findings.entries[index].key
    return TypeNames(of: [key]).text(key)
  }
  func quoted(_ type: Any.Type) -> String { "'\(TypeNames(of: [], [type]).name(type))'" }
  /// Several services, by their names.
  func text(_ indices: [Int]) -> String {
    let names = indices.map(text)
    return names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(names.last!)" : names.joined()
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
  /// An optional is silent where it is missing, also because of a misspelt name.
  private var nearOptionals: [String] {
    findings.wiring.optionalGaps.compactMap { gap in
      if findings.options.allowedMissing.contains(where: { $0.contains(gap.key) }) { return nil }
      let near = findings.entries.first { $0.level >= gap.level && isNear($0.key, to: gap.key) }
      guard let near else { return nil }
      let names = TypeNames(of: [gap.key, near.key])
      return
        "\(text(gap.source)) asks for an optional \(names.text(gap.key)), which is missing; \(names.text(near.key)) is registered at \(near.location)."
    }
  }
  /// Whether a key of the type may have been meant: services of one type have names that differ on purpose.
  private func isNear(_ key: ServiceKey, to missing: ServiceKey) -> Bool {
    guard key.serviceType == missing.serviceType else { return false }
    guard let name = key.name, let wanted = missing.name else { return true }
    var known = SpellingCandidates()
    known.add(name)
    return known.nearest(to: wanted) != nil
  }
}
