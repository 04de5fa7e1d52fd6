/// What an initializer says that it needs, one parameter after the other.
package enum Need: Sendable {
  /// A service, by the parameter's type as it is written: wrappers such as `Lazy<T>` and `T?` included.
  case service(ServiceKey)
  /// All services of a type; the key is that of an element.
  case all(ServiceKey)
  /// An argument of the resolve.
  case argument(Any.Type)
}
