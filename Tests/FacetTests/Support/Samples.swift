@testable import Facet

/// A service of class type.
final class Tea: Sendable {}

/// Another one.
final class Cake: Sendable {}

extension CodeLocation {
  /// Where all samples are registered.
  static let sample = CodeLocation(fileID: "Sample.swift", line: 1)
}

extension Record {
  /// A record of a `Tea` that no registry has.
  static func sample(_ name: String? = nil, in container: Container) -> Record {
    let recipe = Recipe(
      size: MemoryLayout<Tea>.size, alignment: MemoryLayout<Tea>.alignment, arguments: nil,
      factory: .general { _, _, result in result.initializeMemory(as: Tea.self, to: Tea()) })
    return Record(
      ServiceKey(Tea.self, name: name), at: .sample, recipe, owner: container.registry,
      configuration: Configuration.make(Settings(scope: ObjectScope.container)))
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

extension SharedInstance {
  /// A copy of a value.
  static func copy<Value>(of value: Value, _ form: ServiceForm = .reference) -> SharedInstance {
    withUnsafePointer(to: value) {
      SharedInstance(Value.self, size: MemoryLayout<Value>.size, form: form, from: $0)
    }
  }
}

/// Where an object is.
func address(of object: AnyObject) -> UInt {
  UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
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
