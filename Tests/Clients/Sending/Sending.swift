package import Facet

// What is resolved is in no region of the code that resolves it: a closure, a task or another actor may take it. The compiler looks at regions
// only in a build, and not in a type check.

nonisolated package protocol Store: AnyObject { func save() }

@MainActor package protocol Screen: AnyObject { func show() }

package final class Button {
  package var onTap: () -> Void = {}
  package init() {}
}

package actor Keeper {
  private let container: Container
  private var store: (any Store)?
  private var actions: [() -> Void] = []

  package init(_ container: Container) {
    self.container = container
    store = container.resolve((any Store).self)
  }

  func take(_ store: sending any Store) { self.store = store }

  func keepAction() throws {
    let store = try container.require((any Store).self)
    actions.append { store.save() }
    self.store = store
  }

  func handOut() throws -> sending any Store { try container.require() }
}

// MARK: - Closures of the main actor

@MainActor package func resolveOnMainActor(_ container: Container, _ resolver: any Resolver, _ button: Button)
  throws
{
  let one = container.resolve((any Store).self)!
  button.onTap = { one.save() }
  let named = container.resolve((any Store).self, name: "a")!
  button.onTap = { named.save() }
  let argument = container.resolve((any Store).self, argument: 1)!
  button.onTap = { argument.save() }
  let arguments = container.resolve((any Store).self, arguments: 1, "b")!
  button.onTap = { arguments.save() }
  let inferred: any Store = container.resolve()
  button.onTap = { inferred.save() }
  let inferredWithArgument: any Store = container.resolve(argument: 1)
  button.onTap = { inferredWithArgument.save() }
  let required = try container.require((any Store).self)
  button.onTap = { required.save() }
  let requiredWithArguments: any Store = try container.require(arguments: 1, "b")
  button.onTap = { requiredWithArguments.save() }
  let optional: (any Store)? = container.optional()
  button.onTap = { optional?.save() }
  let all = container.resolveAll((any Store).self)
  button.onTap = { all.first?.save() }
  let byName = container.resolveAllByName((any Store).self)
  button.onTap = { byName["a"]?.save() }
  let ofResolver = resolver.resolve((any Store).self)!
  button.onTap = { ofResolver.save() }
  let ofMain: any Store = Container.resolve()
  button.onTap = { ofMain.save() }
  let screen = container.resolve((any Screen).self)!
  button.onTap = { screen.show() }
}

@MainActor package func useWrappers(_ container: Container, _ button: Button) throws {
  let lazy = container.resolve(Lazy<any Store>.self)!.instance
  button.onTap = { lazy.save() }
  let lazyRequired = try container.resolve(Lazy<any Store>.self)!.require()
  button.onTap = { lazyRequired.save() }
  let provided = container.resolve(Provider<any Store>.self)!()
  button.onTap = { provided.save() }
  let providedInstance = container.resolve(Provider<any Store>.self)!.instance
  button.onTap = { providedInstance.save() }
  let providedWithArgument = try container.resolve(Provider<any Store, Int>.self)!.require(1)
  button.onTap = { providedWithArgument.save() }
}

@MainActor package func awaitServices(_ container: Container, _ button: Button) async throws {
  let required = try await container.requireAsync((any Store).self)
  button.onTap = { required.save() }
  let withArguments = try await container.requireAsync((any Store).self, name: "a", arguments: 1, "b")
  button.onTap = { withArguments.save() }
  let resolved = (try? await container.requireAsync((any Store).self))
  button.onTap = { resolved?.save() }
  let all = try await container.requireAllAsync((any Store).self)
  button.onTap = { all.first?.save() }
  let lazy = try await container.resolve(AsyncLazy<any Store>.self)!.require()
  button.onTap = { lazy.save() }
  let provided = try await container.resolve(AsyncProvider<any Store>.self)!.require()
  button.onTap = { provided.save() }
}

@MainActor package final class ScreenModel {
  @Injected var store: any Store
  @LazyInjected var later: any Store
  @WeakLazyInjected var back: (any Store)?
  @OptionalInjected var perhaps: (any Store)?

  package init() {}

  package func connect(_ button: Button) {
    let (store, later, back, perhaps) = (store, later, back, perhaps)
    button.onTap = {
      store.save()
      later.save()
      back?.save()
      perhaps?.save()
    }
    Task { self.store.save() }
  }
}

// MARK: - Tasks and actors

@MainActor package func startTasks(_ container: Container) throws {
  let attached = container.resolve((any Store).self)!
  Task { attached.save() }
  let detached = try container.require((any Store).self)
  Task.detached { detached.save() }
  let all = container.resolveAll((any Store).self)
  Task.detached { all.first?.save() }
  let screen = container.resolve((any Screen).self)!
  Task { screen.show() }
}

nonisolated package func sendElsewhere(_ container: Container, _ keeper: Keeper) async throws {
  let required = try container.require((any Store).self)
  await keeper.take(required)
  let inferred: any Store = container.resolve()
  await keeper.take(inferred)
  await keeper.take(try await container.requireAsync((any Store).self))
  await keeper.take(try container.resolve(Lazy<any Store>.self)!.require())
  await keeper.take(container.resolve(Provider<any Store>.self)!())
  let forMain = container.resolve((any Store).self)!
  Task { @MainActor in forMain.save() }
  async let child: any Store = container.require()
  try await child.save()
  try await keeper.keepAction()
  try await keeper.handOut().save()
}
