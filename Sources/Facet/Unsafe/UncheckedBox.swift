/// Carries a value that the compiler cannot see to be safe through a `Sendable` position.
///
/// Every use guards the value by a lock, or hands it over to one other owner.
struct UncheckedBox<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
