#if canImport(SwiftUI)
  import Combine

  /// A value that a view makes once and keeps while it is shown, held by a `StateObject`.
  ///
  /// If the value is an `ObservableObject`, its changes are passed on, and the view is drawn again.
  final class Kept<Value>: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    private var value: Value?
    private var subscription: AnyCancellable?

    /// The existing value, or the result of `make`.
    func value(orMake make: () -> Value) -> Value {
      if let value { return value }
      let new = make()
      value = new
      follow(new)
      return new
    }

    /// The value, for bindings; it must exist.
    var current: Value {
      get { value! }
      set {
        // A binding to a property of an object assigns the same object again.
        let isSame = value.map { $0 as AnyObject === newValue as AnyObject } ?? false
        guard !isSame else { return }
        objectWillChange.send()
        value = newValue
        follow(newValue)
      }
    }

    private func follow(_ value: Value) {
      subscription = (value as? any ObservableObject).map { forwardChanges(of: $0) }
    }

    private func forwardChanges(of object: some ObservableObject) -> AnyCancellable {
      object.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }
    }
  }
#endif
