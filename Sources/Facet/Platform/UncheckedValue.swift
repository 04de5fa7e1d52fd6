/// A value that goes to another isolation, and is used by one at a time.
@usableFromInline
struct UncheckedValue<Value>: @unchecked Sendable {
  @usableFromInline
  let value: Value

  @_alwaysEmitIntoClient
  init(_ value: Value) { self.value = value }
}
