/// Hands over a value, so that a closure, a task or an actor may take it.
///
/// The result of a container is in no region of the caller. The compiler cannot check this: the program must make sure that a shared
/// service is thread-safe.
@_alwaysEmitIntoClient
@_transparent
func handedOver<Value>(_ value: consuming Value) -> sending Value {
  nonisolated(unsafe) let value = value
  return unsafe value
}
