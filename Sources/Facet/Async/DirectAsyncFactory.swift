/// An asynchronous factory, kept for those who know its types: the same key leads to the same types of the service and of the arguments.
///
/// It is never called as what it is kept as.
@usableFromInline
package struct DirectAsyncFactory: Sendable {
  private let factory: @Sendable () async throws -> Void

  @_alwaysEmitIntoClient
  init<Service, each Argument>(_ factory: UncheckedAsyncFactory<Service, repeat each Argument>) {
    self = unsafeBitCast(factory, to: DirectAsyncFactory.self)
  }

  /// Where a recipe keeps the factory: handing it out counts no reference.
  @usableFromInline
  struct Address: @unchecked Sendable {
    // Unchecked: the factory never changes. It is there as long as the recipe, which whoever builds keeps.
    @usableFromInline
    let pointer: UnsafeMutablePointer<DirectAsyncFactory>

    init(of factory: DirectAsyncFactory) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: factory)
    }

    func deallocate() {
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }

    /// The factory as the type that it was kept as, an `UncheckedAsyncFactory`.
    @_alwaysEmitIntoClient
    func typed<Typed: ~Copyable>(as type: Typed.Type) -> UnsafePointer<Typed> {
      UnsafeRawPointer(pointer).assumingMemoryBound(to: Typed.self)
    }
  }
}

/// An `UncheckedAsyncFactory` where a recipe keeps it: it is called there, and no reference to what it has captured is counted.
///
/// It has the same field, of the same type: memory of the one is read as the other.
@usableFromInline
struct KeptAsyncFactory<Service, each Argument>: ~Copyable {
  @usableFromInline
  let call: UncheckedAsyncFactory<Service, repeat each Argument>.Call

  @_alwaysEmitIntoClient
  @inline(__always)
  nonisolated(nonsending) borrowing func callAsFunction(
    _ resolver: any Resolver, _ arguments: repeat each Argument
  ) async throws -> Service {
    // They go where the service is made, and nobody uses them here meanwhile.
    let handed = UncheckedValue((repeat each arguments))
    return try await call(resolver, repeat each handed.value)
  }
}

extension AsyncBuild {
  /// The factory, if there is nothing to do but to run it: the caller knows the types, and needs no memory for the instance.
  @inline(__always)
  var directFactory: DirectAsyncFactory.Address? {
    let direct = recordReference._withUnsafeGuaranteedRef {
      $0.hasMoreToDo ? nil : $0.recipe.details?.directAsyncFactory
    }
    guard let direct else { return nil }
    switch scope {
    case .transient: return !isNested || depth < AsyncBuild.depthLimit && !isLoop ? direct : nil
    case .graph: return isNested ? nil : direct
    default: return nil
    }
  }
}
