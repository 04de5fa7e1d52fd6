/// A property of a view that is given its value before `body` is asked for.
public protocol DynamicProperty {
  /// Does so.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing.
  public mutating func update() {}
}

/// Reads and writes a value that belongs to something else.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Reads and writes by closures.
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    fatalError("not in this stand-in")
  }

  init(_ get: @escaping () -> Value, _ set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a part of the value, which puts the whole value back.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding<Subject>({ get()[keyPath: keyPath] }) { part in
      var value = get()
      value[keyPath: keyPath] = part
      set(value)
    }
  }
}

/// A value that a view keeps.
@propertyWrapper public struct State<Value>: DynamicProperty {
  final class Storage {
    var value: Value
    var didChange: () -> Void = {}
    init(_ value: Value) { self.value = value }
  }
  let link: Link<Storage>

  /// Begins with a value.
  public init(wrappedValue value: Value) { link = Link { Storage(value) } }

  /// Begins with a value.
  public init(initialValue value: Value) { link = Link { Storage(value) } }

  /// The value.
  public var wrappedValue: Value {
    get { link.storage.value }
    nonmutating set {
      link.storage.value = newValue
      link.storage.didChange()
    }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> { Binding({ wrappedValue }) { wrappedValue = $0 } }
}

/// An observable object that a view observes.
@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>:
  DynamicProperty
{
  /// Makes bindings to the properties of the object.
  @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
    let object: ObjectType

    /// A binding to a property of the object.
    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      let object = object
      return Binding({ object[keyPath: keyPath] }) { object[keyPath: keyPath] = $0 }
    }
  }

  /// The object.
  public var wrappedValue: ObjectType

  /// Observes an object.
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

  /// Makes bindings.
  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

/// An observable object that a view makes and keeps.
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
@propertyWrapper public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  final class Storage {
    let object: ObjectType
    var subscription: AnyCancellable?
    init(_ object: ObjectType) { self.object = object }
  }
  let link: Link<Storage>

  /// Makes the object when the view is first shown.
  nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    link = Link { Storage(thunk()) }
  }

  /// The object.
  @MainActor @preconcurrency public var wrappedValue: ObjectType { link.storage.object }

  /// Makes bindings.
  @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject<ObjectType>.Wrapper(object: wrappedValue)
  }
}

/// Names a value of the environment.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value

  /// The value that nobody has set.
  static var defaultValue: Self.Value { get }
}

/// The values that views hand down to those in them.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// Makes one in which nothing is set.
  public init() {}

  /// The value of a key.
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A value of the environment of a view.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private final class Storage {
    var values = EnvironmentValues()
  }
  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let storage = Storage()

  /// Reads a value of the environment.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// The value.
  public var wrappedValue: Value { storage.values[keyPath: keyPath] }
}

// MARK: - What a screen does with them

/// Leads from a property of a view, which is made anew each time, to what is kept.
final class Link<Storage: AnyObject> {
  private let make: () -> Storage
  private var kept: Storage?

  init(_ make: @escaping () -> Storage) { self.make = make }

  var storage: Storage { kept ?? make() }

  @MainActor func install(at place: String, in drawing: Drawing) -> Storage {
    let storage = drawing.screen.kept(at: place) { make() }
    kept = storage
    return storage
  }
}

@MainActor protocol Installed {
  func install(at place: String, in drawing: Drawing)
}

extension State: @MainActor Installed {
  func install(at place: String, in drawing: Drawing) {
    let screen = drawing.screen
    link.install(at: place, in: drawing).didChange = { MainActor.assumeIsolated { screen.isStale = true } }
  }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
extension StateObject: @MainActor Installed {
  func install(at place: String, in drawing: Drawing) {
    let (storage, screen) = (link.install(at: place, in: drawing), drawing.screen)
    guard storage.subscription == nil else { return }
    storage.subscription = storage.object.objectWillChange.sink { _ in
      MainActor.assumeIsolated { screen.isStale = true }
    }
  }
}

extension Environment: @MainActor Installed {
  func install(at place: String, in drawing: Drawing) { storage.values = drawing.environment }
}
