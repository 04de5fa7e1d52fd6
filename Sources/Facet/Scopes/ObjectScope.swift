/// The built-in scopes, and custom scopes with a storage factory.
///
/// ```swift
/// container.register(Store.self) { _ in Store() }.inObjectScope(.container)
/// ```
public final class ObjectScope: Sendable {
  /// The name of the scope, as shown in the description of a container.
  public let description: String

  let kind: ScopeKind
  let storageFactory: @Sendable () -> any InstanceStorage
  let parent: (any ObjectScopeProtocol)?
  /// Where a custom scope was made: messages tell one without a name by its place.
  package let location: CodeLocation?

  /// Makes a custom scope.
  ///
  /// - Parameters:
  ///   - storageFactory: makes the storage for each registration in the scope, at its first use.
  ///   - description: the name of the scope.
  ///   - parent: a scope whose storage is combined with the first storage in a ``CompositeStorage``.
  ///   - fileID: the file of the scope.
  ///   - line: the line of the scope.
  @available(swift, introduced: 6)
  public convenience init(
    storageFactory: @escaping @Sendable () -> any InstanceStorage,
    description: String = "",
    parent: (any ObjectScopeProtocol)? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(
      kind: .custom, description: description, storageFactory: storageFactory, parent: parent,
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Makes a custom scope; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - storageFactory: makes the storage for each registration in the scope, at its first use.
  ///   - description: the name of the scope.
  ///   - parent: a scope whose storage is combined with the first storage in a ``CompositeStorage``.
  ///   - fileID: the file of the scope.
  ///   - line: the line of the scope.
  @available(swift, obsoleted: 6)
  @_documentation(visibility: internal)
  public convenience init(
    storageFactory: @escaping () -> any InstanceStorage, description: String = "",
    parent: (any ObjectScopeProtocol)? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    let unchecked = SwiftFiveClosure { storageFactory() }
    self.init(
      kind: .custom, description: description, storageFactory: { unchecked.call(()) }, parent: parent,
      at: CodeLocation(fileID: fileID, line: line))
  }

  init(
    kind: ScopeKind,
    description: String,
    storageFactory: @escaping @Sendable () -> any InstanceStorage,
    parent: (any ObjectScopeProtocol)? = nil,
    at location: CodeLocation? = nil
  ) {
    self.location = location
    self.kind = kind
    self.description = description
    self.storageFactory = storageFactory
    self.parent = parent
  }
}

extension ObjectScope: CustomStringConvertible {}
extension ObjectScope: ObjectScopeProtocol {
  /// Makes the storage for one registration, combined with the storage of the parent scope if there is one.
  public func makeStorage() -> any InstanceStorage {
    guard let parent else { return storageFactory() }
    return CompositeStorage([storageFactory(), parent.makeStorage()])
  }
}

// MARK: - Kinds

/// The scopes that the engine handles itself.
///
/// A custom scope uses an ``InstanceStorage``.
package enum ScopeKind: UInt8, BitwiseCopyable {
  // The instances of the first two end with the top-level resolve.
  case transient
  case graph
  case container
  case weak
  case custom
  case perArgument
  case scoped

  /// How a home shares the instance.
  var inHome: ScopeKind { self == .perArgument || self == .scoped ? .container : self }
  /// Whether the owner of a registration builds its instances, whichever container is asked.
  package var isBuiltByOwner: Bool { ![.transient, .graph, .scoped].contains(self) }
}

extension ObjectScopeProtocol {
  package var kind: ScopeKind { (self as? ObjectScope)?.kind ?? .custom }

  /// Whether instances stay as long as the container, until a reset of the scope.
  package var keepsForGood: Bool {
    kind == .container || kind == .perArgument
  }

  /// The name of the scope, or its place if it has none; for a scope type without a description, the name of the type.
  package var name: String {
    let name = String(describing: self)
    guard name.isEmpty, let location = (self as? ObjectScope)?.location else { return name }
    return "unnamed (\(location))"
  }
}

// MARK: - Other scopes

/// How long an instance lives, and which resolves share it: Swinject's protocol.
///
/// Conform your own type only to keep one that Swinject had; else use ``ObjectScope`` with a storage factory.
@preconcurrency
public protocol ObjectScopeProtocol: AnyObject, Sendable {
  /// Makes the storage for one registration, at its first use.
  func makeStorage() -> any InstanceStorage
}
