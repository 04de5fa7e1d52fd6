/// A factory with the actor that it was written on.
///
/// The compiler calls such a function only with `await`. After the container has checked the actor, it is called as a function without
/// isolation. Both have one representation, and the actor is a part of the function's context. Each shape of closure has its own type, because
/// the types of a pack cannot be read back from a generic structure.
///
/// The function is declared as not `Sendable`, because Swift 5 code passes closures that are not. Registrations in Swift 6 mode are `Sendable`
/// by their declarations.
@usableFromInline
struct IsolatedFactory<Service>: @unchecked Sendable {
  @usableFromInline
  let call: @isolated(any) (any Resolver) throws -> Service

  @_alwaysEmitIntoClient
  @_transparent
  init(_ call: @escaping @isolated(any) (any Resolver) throws -> Service) { self.call = call }

  /// The same, callable without `await`; the caller checks the actor.
  @_alwaysEmitIntoClient
  @_transparent
  var unchecked: UncheckedFactory<Service> { unsafe unsafeBitCast(self, to: UncheckedFactory<Service>.self) }
}

/// A factory whose caller checks the actor.
@usableFromInline
struct UncheckedFactory<Service>: Sendable {
  @usableFromInline
  let call: @Sendable (any Resolver) throws -> Service
}

/// The same for a factory without parameters.
@usableFromInline
struct IsolatedMaker<Service>: @unchecked Sendable {
  @usableFromInline
  let call: @isolated(any) () throws -> Service

  @_alwaysEmitIntoClient
  @_transparent
  init(_ call: @escaping @isolated(any) () throws -> Service) { self.call = call }

  @_alwaysEmitIntoClient
  @_transparent
  var unchecked: UncheckedMaker<Service> { unsafe unsafeBitCast(self, to: UncheckedMaker<Service>.self) }
}

/// A factory without parameters, whose caller checks the actor.
@usableFromInline
struct UncheckedMaker<Service>: Sendable {
  @usableFromInline
  let call: @Sendable () throws -> Service
}

/// The same for a factory that receives arguments.
@usableFromInline
struct IsolatedArgumentFactory<Service, each Argument>: @unchecked Sendable {
  @usableFromInline
  let call: @isolated(any) (any Resolver, repeat each Argument) throws -> Service

  @_alwaysEmitIntoClient
  init(_ call: @escaping @isolated(any) (any Resolver, repeat each Argument) throws -> Service) {
    self.call = call
  }

  @_alwaysEmitIntoClient
  var unchecked: UncheckedArgumentFactory<Service, repeat each Argument> {
    unsafe unsafeBitCast(self, to: UncheckedArgumentFactory<Service, repeat each Argument>.self)
  }
}

/// A factory that receives arguments, and whose caller checks the actor.
@usableFromInline
struct UncheckedArgumentFactory<Service, each Argument>: Sendable {
  @usableFromInline
  let call: @Sendable (any Resolver, repeat each Argument) throws -> Service

  @_alwaysEmitIntoClient
  init(_ call: @escaping @Sendable (any Resolver, repeat each Argument) throws -> Service) {
    self.call = call
  }
}

/// An initializer with the actor that it belongs to.
@usableFromInline
struct IsolatedInitializer<Service, each Dependency>: @unchecked Sendable {
  @usableFromInline
  let call: @isolated(any) (repeat each Dependency) throws -> Service

  @_alwaysEmitIntoClient
  init(_ call: @escaping @isolated(any) (repeat each Dependency) throws -> Service) {
    self.call = call
  }

  @_alwaysEmitIntoClient
  var unchecked: UncheckedInitializer<Service, repeat each Dependency> {
    unsafe unsafeBitCast(self, to: UncheckedInitializer<Service, repeat each Dependency>.self)
  }
}

/// An initializer whose caller checks the actor.
@usableFromInline
struct UncheckedInitializer<Service, each Dependency>: Sendable {
  @usableFromInline
  let call: @Sendable (repeat each Dependency) throws -> Service
}

/// A completion with the actor that it was written on.
struct IsolatedCompletion<Service, each Argument>: @unchecked Sendable {
  let call: @isolated(any) (any Resolver, Service, repeat each Argument) throws -> Void

  var unchecked: UncheckedCompletion<Service, repeat each Argument> {
    unsafe unsafeBitCast(self, to: UncheckedCompletion<Service, repeat each Argument>.self)
  }
}

/// A completion whose caller checks the actor.
struct UncheckedCompletion<Service, each Argument>: Sendable {
  let call: @Sendable (any Resolver, Service, repeat each Argument) throws -> Void
}

/// A decorator with the actor that it was written on.
struct IsolatedDecorator<Service, each Argument>: @unchecked Sendable {
  let call: @isolated(any) (any Resolver, Service, repeat each Argument) throws -> Service

  var unchecked: UncheckedDecorator<Service, repeat each Argument> {
    unsafe unsafeBitCast(self, to: UncheckedDecorator<Service, repeat each Argument>.self)
  }
}

/// A decorator whose caller checks the actor.
struct UncheckedDecorator<Service, each Argument>: Sendable {
  let call: @Sendable (any Resolver, Service, repeat each Argument) throws -> Service
}

/// An action for the end of an instance, with the actor that it was written on.
struct IsolatedDisposer<Service>: @unchecked Sendable {
  let call: @isolated(any) (Service) throws -> Void

  var unchecked: UncheckedDisposer<Service> {
    unsafe unsafeBitCast(self, to: UncheckedDisposer<Service>.self)
  }
}

/// An action for the end of an instance, whose caller checks the actor.
struct UncheckedDisposer<Service>: Sendable {
  let call: @Sendable (Service) throws -> Void
}

/// An asynchronous factory with the actor that it was written on.
@usableFromInline
struct IsolatedAsyncFactory<Service, each Argument>: Sendable {
  @usableFromInline
  let call: @isolated(any) @Sendable (any Resolver, repeat each Argument) async throws -> Service

  @_alwaysEmitIntoClient
  init(
    _ call: @escaping @isolated(any) @Sendable (any Resolver, repeat each Argument) async throws -> Service
  ) {
    self.call = call
  }

  /// The same, without a check that parameters and result may cross to the actor; it goes there by itself.
  @_alwaysEmitIntoClient
  var unchecked: UncheckedAsyncFactory<Service, repeat each Argument> {
    unsafe unsafeBitCast(self, to: UncheckedAsyncFactory<Service, repeat each Argument>.self)
  }
}

/// An asynchronous factory that goes to its actor by itself.
@usableFromInline
struct UncheckedAsyncFactory<Service, each Argument>: Sendable {
  @usableFromInline
  typealias Call = @Sendable (any Resolver, repeat each Argument) async throws -> Service

  @usableFromInline
  let call: Call
}

/// An asynchronous completion with the actor that it was written on.
struct IsolatedAsyncCompletion<Service>: Sendable {
  let call: @isolated(any) @Sendable (any Resolver, Service) async throws -> Void

  var unchecked: UncheckedAsyncCompletion<Service> {
    unsafe unsafeBitCast(self, to: UncheckedAsyncCompletion<Service>.self)
  }
}

/// An asynchronous completion that goes to its actor by itself.
struct UncheckedAsyncCompletion<Service>: Sendable {
  let call: @Sendable (any Resolver, Service) async throws -> Void
}

/// A function that is isolated to its first parameter.
struct IsolatedFunction<Input, Output>: Sendable {
  let call: @Sendable (isolated any Actor, Input) -> Output

  var unchecked: UncheckedFunction<Input, Output> {
    unsafe unsafeBitCast(self, to: UncheckedFunction<Input, Output>.self)
  }
}

/// The same, for a caller that need not be on the actor.
struct UncheckedFunction<Input, Output>: Sendable {
  let call: @Sendable (any Actor, Input) -> Output
}

/// The same for a function without parameters that does not fail.
package struct IsolatedCall<Output: Sendable>: Sendable {
  package let call: @isolated(any) @Sendable () -> Output

  package init(_ call: @escaping @isolated(any) @Sendable () -> Output) { self.call = call }

  package var unchecked: UncheckedCall<Output> { unsafe unsafeBitCast(self, to: UncheckedCall<Output>.self) }
}

/// Such a function, whose caller checks the actor.
package struct UncheckedCall<Output: Sendable>: Sendable {
  package let call: @Sendable () -> Output
}

/// A closure of code in Swift 5 mode, which is not `Sendable` and runs where it is called.
struct SwiftFiveClosure<Input, Output>: @unchecked Sendable {
  let call: (Input) -> Output
}
