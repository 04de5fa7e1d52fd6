/// Lets a value go: what a container gives is in no region of its caller's, so that a closure, a task or an actor may take it.
///
/// The compiler takes that on trust: of a shared service, the program makes sure that it is thread-safe.
@_alwaysEmitIntoClient
@_transparent
func handedOver<Value>(_ value: consuming Value) -> sending Value {
  nonisolated(unsafe) let value = value
  return unsafe value
}
