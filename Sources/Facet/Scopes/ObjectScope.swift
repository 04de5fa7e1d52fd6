/// How long an instance lives, and who shares it: what ``ServiceEntry/inObjectScope(_:)-(ObjectScope)`` takes.
///
/// Conform a type of your own for a scope that is more than a storage factory; for anything else use ``ObjectScope``.
public protocol ObjectScopeProtocol: AnyObject, Sendable {
  /// Makes the storage for one record.
  func makeStorage() -> any InstanceStorage
}

/// The built-in scopes, and custom ones made of a storage factory.
///
/// ```swift
/// container.register(Store.self) { _ in Store() }.inObjectScope(.container)
/// ```
public final class ObjectScope: ObjectScopeProtocol {
  /// The name of the scope, as it appears in the description of a container.
  public let description: String

  let kind: ScopeKind
  private let storageFactory: @Sendable () -> any InstanceStorage
  private let parent: (any ObjectScopeProtocol)?

  /// Makes a custom scope.
  ///
  /// - Parameters:
  ///   - storageFactory: makes the storage for each record in the scope.
  ///   - description: the name of the scope.
  ///   - parent: a scope whose storage is combined with the own one in a ``CompositeStorage``.
  @preconcurrency
  public convenience init(
    storageFactory: @escaping @Sendable () -> any InstanceStorage,
    description: String = "",
    parent: (any ObjectScopeProtocol)? = nil
  ) {
    self.init(kind: .custom, description: description, storageFactory: storageFactory, parent: parent)
  }

  init(
    kind: ScopeKind,
    description: String,
    storageFactory: @escaping @Sendable () -> any InstanceStorage,
    parent: (any ObjectScopeProtocol)? = nil
  ) {
    self.kind = kind
    self.description = description
    self.storageFactory = storageFactory
    self.parent = parent
  }

  /// Makes the storage for one record, combined with the parent scope's if there is one.
  public func makeStorage() -> any InstanceStorage {
    guard let parent else { return storageFactory() }
    return CompositeStorage([storageFactory(), parent.makeStorage()])
  }
}

extension ObjectScope: CustomStringConvertible {}
