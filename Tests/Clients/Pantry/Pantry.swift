/// What is thrown when something has run out.
public struct Empty: Error, Equatable {
  /// Makes one.
  public init() {}
}

/// A type with the name of one of the library's.
public struct Lazy<Value> {}

/// Where things are kept.
@globalActor public actor PantryActor {
  /// The one.
  public static let shared = PantryActor()
}

/// A global actor whose name does not say so.
@globalActor public actor Cellar {
  /// The one.
  public static let shared = Cellar()
}

/// Seen by tests alone.
struct Spoiled: Error {}
