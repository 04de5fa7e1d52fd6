/// Carries a value to another thread that the compiler cannot see to be safe there.
struct UncheckedBox<Value>: @unchecked Sendable {
  // Unchecked: the test says how the threads take turns.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
