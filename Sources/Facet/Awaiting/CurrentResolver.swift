/// The build that runs in a task.
///
/// A task that the factory leaves behind has it, too, and keeps nothing by it.
final class CurrentResolver: Sendable {
  @TaskLocal static var ofTask: CurrentResolver?
  private let resolver: Guarded<AwaitedResolver?>

  private init(_ resolver: AwaitedResolver) { self.resolver = Guarded(resolver) }
  var running: AwaitedResolver? { resolver.value.flatMap { $0.isOver ? nil : $0 } }

  nonisolated(nonsending) static func run<Result>(
    _ resolver: AwaitedResolver, _ body: () async throws -> Result
  ) async throws -> Result {
    let current = CurrentResolver(resolver)
    // Released outside the lock.
    defer { _ = current.resolver.exchange(nil) }
    return try await $ofTask.withValue(current, operation: body)
  }
}
