@testable import Facet

/// A service of class type.
final class Tea: Sendable {}

/// Another one.
final class Cake: Sendable {}

extension CodeLocation {
  /// Where all samples are registered.
  static let sample = CodeLocation(fileID: "Sample.swift", line: 1)
}

extension Recipe {
  /// Makes a `Tea`.
  static func sample(arguments: ArgumentOperations? = nil) -> Recipe {
    Recipe(slotType: SlotType(for: Tea.self), arguments: arguments) { _, _, slot in slot.put(Tea()) }
  }
}

extension Record {
  /// A record of a `Tea` that no registry has.
  static func sample(
    _ name: String? = nil, option: OptionBox? = nil, _ scope: ObjectScope = .container,
    arguments: ArgumentOperations? = nil, in registry: Registry
  ) -> Record {
    Record(
      ServiceKey(Tea.self, name: name, option: option), at: .sample, .sample(arguments: arguments),
      owner: registry, configuration: .make(Settings(scope: scope)))
  }

  static func sample(_ name: String? = nil, in container: Container) -> Record {
    sample(name, in: container.registry)
  }
}

/// Records that live as long as the suite, for the engine holds them unowned.
final class Records {
  private let container: Container
  private var all: [Record] = []

  init(in container: Container = Container()) {
    self.container = container
  }

  /// A record that no registry has.
  func make(_ name: String? = nil) -> Record {
    let record = Record.sample(name, in: container)
    all.append(record)
    return record
  }

  func make(_ count: Int) -> [Record] { (0..<count).map { _ in make() } }
}

extension Instance {
  /// A copy of a value.
  static func copy<Value>(of value: Value) -> Instance {
    Slot.with(Value.self) { slot in
      slot.put(value)
      return Instance(Value.self, SlotType(for: Value.self), from: slot)
    }
  }
}

/// Runs an action as the last reference to it goes.
final class Farewell: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  deinit {
    action()
  }
}
