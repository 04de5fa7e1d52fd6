/// Stands in for the module of that name: the declarations of it that `FacetSwiftUI` and the samples use, with as much behind them as a test
/// of these needs.
public protocol Publisher<Output, Failure> {
  /// What is published.
  associatedtype Output
  /// How publishing can fail.
  associatedtype Failure: Error

  /// Adds a receiver, in this stand-in.
  func add(_ receiver: @escaping (Output) -> Void) -> AnyCancellable
}

extension Publisher where Failure == Never {
  /// Receives what is published, until the result is released.
  public func sink(receiveValue: @escaping ((Output) -> Void)) -> AnyCancellable { add(receiveValue) }
}

/// Ends a subscription when it is released.
public final class AnyCancellable {
  private let end: () -> Void

  /// Makes one that runs a closure at its end.
  public init(_ cancel: @escaping () -> Void) { end = cancel }

  deinit { end() }
}

/// Publishes that an object is about to change.
public final class ObservableObjectPublisher: Publisher {
  /// Nothing is said about the change.
  public typealias Output = Void
  /// Does not fail.
  public typealias Failure = Never

  private var receivers: [Int: (()) -> Void] = [:]
  private var count = 0

  /// Makes one without receivers.
  public init() {}

  /// Says that the object is about to change.
  public final func send() {
    for receiver in receivers.sorted(by: { $0.key < $1.key }) { receiver.value(()) }
  }

  /// Adds a receiver, in this stand-in.
  public func add(_ receiver: @escaping (()) -> Void) -> AnyCancellable {
    count += 1
    let number = count
    receivers[number] = receiver
    return AnyCancellable { [weak self] in self?.receivers[number] = nil }
  }
}

/// An object that says when it is about to change.
public protocol ObservableObject: AnyObject {
  /// Says it.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where Self.ObjectWillChangePublisher.Failure == Never

  /// Says it.
  var objectWillChange: Self.ObjectWillChangePublisher { get }
}

extension ObservableObject where Self.ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Says when a published property is about to change.
  public var objectWillChange: ObservableObjectPublisher {
    let properties = Mirror(reflecting: self).children.compactMap { $0.value as? any PublishedProperty }
    let publisher = properties.first?.publisher ?? ObservableObjectPublisher()
    for property in properties where property.publisher == nil { property.publisher = publisher }
    return publisher
  }
}

private protocol PublishedProperty {
  var publisher: ObservableObjectPublisher? { get nonmutating set }
}

/// A property of an observable object whose changes are published.
@propertyWrapper
public struct Published<Value> {
  private final class Storage {
    var value: Value
    var publisher: ObservableObjectPublisher?
    init(_ value: Value) { self.value = value }
  }
  private let storage: Storage

  /// Begins with a value.
  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  /// The value.
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set {
      storage.publisher?.send()
      storage.value = newValue
    }
  }
}

extension Published: PublishedProperty {
  fileprivate var publisher: ObservableObjectPublisher? {
    get { storage.publisher }
    nonmutating set { storage.publisher = newValue }
  }
}
