/// How to build a service: what a registration said once and for ever.
///
/// A value without state of any container, so every record of it may share one: see ``Record``.
@usableFromInline
package struct Recipe: Sendable {
  /// Builds a service at `result`.
  ///
  /// `resolver` is the address of an `any Resolver`, the container that builds: handing it over counts no reference,
  /// which threads that use one container would contend for.
  @usableFromInline package typealias Factory =
    @Sendable (
      _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
    ) throws -> Void

  package var factory: Factory
  package let arguments: ArgumentOperations?
  /// What the service needs, in the order of the initializer's parameters; `nil` for a closure, of which nobody knows.
  package var needs: [Need]?
  /// The size of the service type in bytes.
  let size: Int
  /// Whether a service fits in memory of `ReferenceWords.storageSize` bytes, aligned to `smallAlignment`.
  let isSmall: Bool

  /// What the stack has without a call to the allocator.
  static var smallAlignment: Int { 16 }

  package init(
    size: Int, alignment: Int, arguments: ArgumentOperations?, needs: [Need]? = nil,
    factory: @escaping Factory
  ) {
    self.factory = factory
    self.arguments = arguments
    self.needs = needs
    self.size = size
    isSmall = size <= ReferenceWords.storageSize && alignment <= Recipe.smallAlignment
  }
}
