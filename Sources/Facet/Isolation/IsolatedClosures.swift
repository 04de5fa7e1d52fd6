/// A factory with the actor that it was written on.
///
/// Decorators and completions have this shape too: the service is their first argument.
///
/// The compiler calls such a function only with `await`. After the container has checked the actor, it is called as a function without
/// isolation. Both have one representation, and the actor is a part of the function's context.
///
/// The function is declared as not `Sendable`, because Swift 5 code passes closures that are not. Registrations in Swift 6 mode are `Sendable`
/// by their declarations.
@frozen
@usableFromInline
struct IsolatedFactory<Service, each Argument>: @unchecked Sendable {
  @usableFromInline
  let call: @isolated(any) (any Resolver, repeat each Argument) throws -> Service

  @inlinable
  init(_ call: @escaping @isolated(any) (any Resolver, repeat each Argument) throws -> Service) {
    self.call = call
  }

  /// The factory, callable without `await`; the caller checks the actor.
  @inlinable
  var unchecked: UncheckedFactory<Service, repeat each Argument> {
    unsafe unsafeBitCast(self, to: UncheckedFactory<Service, repeat each Argument>.self)
  }
}

/// A factory whose caller checks the actor.
@frozen
@usableFromInline
struct UncheckedFactory<Service, each Argument>: Sendable {
  @usableFromInline
  let call: @Sendable (any Resolver, repeat each Argument) throws -> Service

  /// The call for types that are not in a pack: they cannot be read back from the type of `call`.
  func run(_ resolver: any Resolver, _ arguments: repeat each Argument) throws -> Service {
    try call(resolver, repeat each arguments)
  }
}

/// A closure that takes no resolver, with the actor that it was written on: an initializer, or an action for the end of a service.
@frozen
@usableFromInline
struct IsolatedClosure<Output, each Input>: @unchecked Sendable {
  @usableFromInline
  let call: @isolated(any) (repeat each Input) throws -> Output

  @inlinable
  init(_ call: @escaping @isolated(any) (repeat each Input) throws -> Output) { self.call = call }

  @inlinable
  var unchecked: UncheckedClosure<Output, repeat each Input> {
    unsafe unsafeBitCast(self, to: UncheckedClosure<Output, repeat each Input>.self)
  }
}

/// A closure whose caller checks the actor.
@frozen
@usableFromInline
struct UncheckedClosure<Output, each Input>: Sendable {
  @usableFromInline
  let call: @Sendable (repeat each Input) throws -> Output

  func run(_ input: repeat each Input) throws -> Output { try call(repeat each input) }
}

/// An asynchronous factory or completion with the actor that it was written on.
@frozen
@usableFromInline
struct IsolatedAsyncFactory<Service, each Argument>: Sendable {
  @usableFromInline
  let call: @isolated(any) @Sendable (any Resolver, repeat each Argument) async throws -> Service

  @inlinable
  init(
    _ call: @escaping @isolated(any) @Sendable (any Resolver, repeat each Argument) async throws -> Service
  ) {
    self.call = call
  }

  /// The factory, without a check that parameters and result may cross to the actor; it goes there by itself.
  @inlinable
  var unchecked: UncheckedAsyncFactory<Service, repeat each Argument> {
    unsafe unsafeBitCast(self, to: UncheckedAsyncFactory<Service, repeat each Argument>.self)
  }
}

/// An asynchronous factory or completion that goes to its actor by itself.
@frozen
@usableFromInline
struct UncheckedAsyncFactory<Service, each Argument>: Sendable {
  @usableFromInline
  typealias Call = @Sendable (any Resolver, repeat each Argument) async throws -> Service

  @usableFromInline
  let call: Call

  func run(_ resolver: any Resolver, _ arguments: repeat each Argument) async throws -> Service {
    try await call(resolver, repeat each arguments)
  }
  /// Calls it with a copy of the arguments.
  @inlinable
  func run(_ resolver: any Resolver, _ arguments: KeptArguments?) async throws -> Service {
    try await call(resolver, repeat each KeptArguments.tuple(arguments, (repeat each Argument).self))
  }
}

/// A function that is isolated to its first parameter.
struct IsolatedFunction<Input, Output>: Sendable {
  let call: @Sendable (isolated any Actor, Input) -> Output

  var unchecked: UncheckedFunction<Input, Output> {
    unsafe unsafeBitCast(self, to: UncheckedFunction<Input, Output>.self)
  }
}

/// A function of an actor, for a caller that need not be on it.
struct UncheckedFunction<Input, Output>: Sendable {
  let call: @Sendable (any Actor, Input) -> Output
}

/// A function without parameters that does not fail, with the actor that it was written on.
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
