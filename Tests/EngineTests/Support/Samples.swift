@testable import Facet

/// A service of class type.
final class Tea: Sendable {}

/// Another one.
final class Cake: Sendable {}

extension Record {
  /// A record of a `Tea` that is in no table.
  static func sample(_ name: String? = nil, in container: Container) -> Record {
    Record(
      Origin(
        ServiceKey(Tea.self, name: name), at: CodeLocation(fileID: "Sample.swift", line: 1),
        in: container.registry),
      by: Recipe { _, _, slot in deliver(Tea(), to: slot) }, with: Settings(scope: ObjectScope.container))
  }
}
