// A closure has the actor that it was written on, and the compiler calls it only with `await`. After the container has checked the actor, it calls the
// closure as one without isolation. Both have one representation: the actor is a part of the context.
//
// The compiler converts such a closure where a function takes one: a function of plain closures is one of isolated closures, too. Only of a direct
// conversion it says that a later language mode forbids it. That mode may have a call for a caller that has checked the actor.

/// A factory, callable without `await`; the caller checks the actor.
///
/// Decorators and completions have this shape too: the service is their first argument.
@usableFromInline
func withoutIsolation<Service, each Argument>(
  _ call: @escaping @isolated(any) (any Resolver, repeat each Argument) throws -> Service
) -> (any Resolver, repeat each Argument) throws -> Service {
  typealias Plain = (any Resolver, repeat each Argument) throws -> Service
  let same: (@escaping Plain) -> Plain = { $0 }
  let convert: (@escaping @isolated(any) (any Resolver, repeat each Argument) throws -> Service) -> Plain =
    same
  return convert(call)
}

/// A closure that takes no resolver: an initializer, or an action for the end of a service.
// Not by a call: the optimizer of Swift 6.3 dies of one with an empty list of types in an asynchronous function.
@_alwaysEmitIntoClient
@inline(__always)
func closureWithoutIsolation<Output, each Input>(
  _ call: @escaping @isolated(any) (repeat each Input) throws -> Output
) -> (repeat each Input) throws -> Output {
  typealias Plain = (repeat each Input) throws -> Output
  let same: (@escaping Plain) -> Plain = { $0 }
  let convert: (@escaping @isolated(any) (repeat each Input) throws -> Output) -> Plain = same
  return convert(call)
}

/// A completion, an action for the end of a service, and a decorator, as the container calls them: it checks the actor before.
@_alwaysEmitIntoClient
@inline(__always)
func completion<Service, each Argument>(
  _ call: @escaping @isolated(any) (any Resolver, Service, repeat each Argument) throws -> Void
) -> @Sendable (any Resolver, Instance, Arguments) throws -> Void {
  nonisolated(unsafe) let unchecked = withoutIsolation(call)
  let takesNone = argumentSignature(repeat (each Argument).self) == nil
  return { resolver, instance, arguments in
    // Only a check with its own sample arguments passes arguments to a factory, and has none here.
    guard !arguments.isNone || takesNone else { return }
    unsafe try unchecked(
      resolver, instance.service(as: Service.self), repeat each arguments.tuple((repeat each Argument).self))
  }
}
@_alwaysEmitIntoClient
@inline(__always)
func disposer<Service>(
  _ call: @escaping @isolated(any) (Service) throws -> Void
) -> @Sendable (Instance) throws -> Void {
  nonisolated(unsafe) let unchecked = closureWithoutIsolation(call)
  return { instance in unsafe try unchecked(instance.service(as: Service.self)) }
}
@_alwaysEmitIntoClient
@inline(__always)
func decorator<Service, each Argument>(
  _ call: @escaping @isolated(any) (any Resolver, Service, repeat each Argument) throws -> Service
) -> @Sendable (any Resolver, Arguments, Instance) throws -> Instance {
  nonisolated(unsafe) let unchecked = withoutIsolation(call)
  return { resolver, arguments, inner in
    Kept(
      unsafe try unchecked(
        resolver, inner.service(as: Service.self), repeat each arguments.tuple((repeat each Argument).self)))
  }
}

/// An asynchronous factory or completion, without a check that parameters and result may cross to its actor; it goes there by itself.
@_alwaysEmitIntoClient
@inline(__always)
func withoutIsolation<Service, each Argument>(
  _ call: @escaping @isolated(any) @Sendable (any Resolver, repeat each Argument) async throws -> Service
) -> @Sendable (any Resolver, repeat each Argument) async throws -> Service {
  typealias Plain = @Sendable (any Resolver, repeat each Argument) async throws -> Service
  let same: (@escaping Plain) -> Plain = { $0 }
  let convert:
    (@escaping @isolated(any) @Sendable (any Resolver, repeat each Argument) async throws -> Service) -> Plain =
      same
  return convert(call)
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
