/// A type that holds all services of its element type: an array, or a dictionary by names.
protocol ServiceCollection {
  static var elementType: Any.Type { get }

  /// Whether each service is found by its name.
  static var isByName: Bool { get }
}

extension Array: ServiceCollection {
  static var elementType: Any.Type { Element.self }

  static var isByName: Bool { false }
}

extension Dictionary: ServiceCollection where Key == String {
  static var elementType: Any.Type { Value.self }

  static var isByName: Bool { true }
}
