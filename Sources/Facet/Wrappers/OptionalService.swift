/// An optional of a service, which is resolved as the service is: by `await`, if that has to be.
protocol OptionalService: ServiceWrapper {
  /// Moves a service from `source` to `result` as an optional.
  static func wrap(from source: UnsafeMutableRawPointer, to result: UnsafeMutableRawPointer)
}

extension Optional: OptionalService {
  static func wrap(from source: UnsafeMutableRawPointer, to result: UnsafeMutableRawPointer) {
    result.initializeMemory(
      as: Wrapped?.self, to: source.assumingMemoryBound(to: Wrapped.self).move())
  }
}
