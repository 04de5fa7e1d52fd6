/// An optional of a service, which is resolved as the service is.
protocol OptionalService {
  static var wrappedType: Any.Type { get }

  /// Moves a service from `source` to `result` as an optional.
  static func wrap(from source: UnsafeMutableRawPointer, to result: UnsafeMutableRawPointer)
}

extension Optional: OptionalService {
  static func wrap(from source: UnsafeMutableRawPointer, to result: UnsafeMutableRawPointer) {
    result.initializeMemory(
      as: Wrapped?.self, to: source.assumingMemoryBound(to: Wrapped.self).move())
  }
}
