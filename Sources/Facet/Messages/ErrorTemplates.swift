extension ResolutionError.Code {
  /// The headline, and one line for each way to fix it.
  ///
  /// `ErrorMessage` has the values of the placeholders. A line is left out if a placeholder in it has no
  /// value.
  var template: String {
    switch self {
    case .notRegistered:
      """
      No registration matches {key}.
      Link Facet once. Now {copies} each have a copy of it, with a main container of its own.
      {mainOfTests}If several test targets conform Container to AutoRegistering, one of them counts in their common process: register in a trait, .container(.registered { … }), or in one target that the others use.
      {mainOfTests}If a stored property of an XCTestCase asks for it, make that lazy, or resolve in setUp: all test cases are made before the first test runs.
      {outsideOfCycle}Resolve it in a factory, or within withObjectGraph. Elsewhere no resolve is running.
      If the type of a parameter above was inferred as an optional, write it there: { {typedParameters} in … }
      Pass the argument types of a registration above: {fittingArguments}
      If the arguments conform to the types of a registration above, pass them as these: {conformingArguments}
      {otherArguments}Pass the argument types of a registration above.
      Pass the arguments of a registration above: {lackingArguments}
      To pass them later, take a {providerOfThem}.
      {autowired}The parameters of a registration above are resolved. To take them as arguments, write the resolver first: { {parameters} in … }
      {noArguments}Leave out the arguments.
      Ask for the name and the arguments of a registration above: {otherKey}
      {otherName}Ask for the name of a registration above.
      {noName}Leave out the name.
      {ofChild}{alone}Resolve it from the child container, or register it in this one.
      {ofChild}Resolve {root} from the child container, or register {key} in this one.
      Register {keeper} in the child container too: its own container builds it, and cannot see the child's {key}.
      Give {keeper} the scope .scoped, so that each container that is asked builds its own.
      {optional}Unwrap the optional in the factory of a registration above.
      {namesake}Ask for the type of a registration above.
      {subtype}Forward a registration above: .implements({metatype}{name})
      {part}If the service of a registration above conforms to all of these protocols, forward it: .implements({metatype}{name})
      Resolve all of them: container.resolveAll({elementsOf}{listArguments})
      Resolve all named services: container.resolveAllByName({namedElementsOf}{listArguments})
      If {conformingType} conforms to it, forward it where it is registered: .implements({metatype}{name})
      {drafted}Resolve it in a factory, or in loaded(resolver:), after all have registered: an assembly that comes later may register it.
      If it is passed when {autowiredValue} is resolved, name its type: container.autoregister({callOfUser}, argument: {metatype}, initializer: …)
      {resolverItself}Use the resolver that a factory receives, { resolver in … }, and pass what it gives.
      {resolverItself}To resolve later, take a Provider or a Lazy of what is needed: resolver.require(Provider<Service>.self)
      {early}Resolve it in a factory, or after the closure: only then are the services of the original copied.
      {registering}{container}.register({metatype}{name}) { {parameters} in … }
      {typeToInfer}{registering}, by a factory that returns it{container}.register{nameAlone} { {parameters} in … }
      {ofProperty}If it may be missing, write @OptionalInjected at the property, and give it an optional type.
      """
    case .loop:
      """
      {notThroughWrapper}{key} needs itself to be built.
      {key} was used by its {wrapper} while it is being built.
      """
    case .factoryFailed:
      """
      {failure} of {key} failed: {error}
      Fix what the {failingPart} reports.
      Catch the error in the {failingPart}.
      """
    case .tooDeep:
      """
      {key} is nested too deep to be built.
      End the recursion: every service on the path needs the next one.
      Pass arguments without closures in place of {incomparable}, or give them an ==. Facet recognises a loop only by equal arguments.
      {deferral}
      {onStack}Resolve on a thread with a larger stack.
      """
    case .containerGone:
      """
      {key} was used after its container was gone.
      Keep the container as long as services from it are used, for example in a global constant or in the object that starts the application.
      Use it once while the container exists. It keeps its instance.
      """
    case .containerClosed:
      """
      {ofRegistration}{key} is registered with a closed container, which keeps nothing.
      {ofRegistration}Register it before the container is closed, or with a new one.
      {ofResolve}The container of {key} is closed.
      {ofContainer}The container is closed.
      {ofUse}{whileEnding}Use it before the close: an onClose finds no services. Keep there what the action needs, or take it in the initializer.
      {ofUse}{notWhileEnding}Close the container later: something still used it.
      {ofUse}{notWhileEnding}Make a new container. A closed one stays closed.
      """
    case .needsAwait:
      """
      {key} is built asynchronously, so it cannot be resolved synchronously.
      {alone}Await it: try await container.requireAsync({metatype}{name}{arguments})
      Await {autowiredRoot}, whose initializer gets awaited services: try await container.requireAsync({rootCall})
      Await {autowiredUser} in the factory of {asyncUserOfIt}: try await resolver.requireAsync({callOfIt})
      {started}Start the container before: try await container.startAsync()
      {startable}Let a start build it: add .startsEagerly() where it is registered, and try await container.startAsync() where the program begins. Later, a synchronous resolve finds it.
      {shared}If its scope shares it, await it once before: from then on a synchronous resolve finds it.
      {onlyUser}Give {user} an asynchronous factory, and await it there.
      Give {synchronousUsers}, and await what was asked for: try await container.requireAsync({rootCall})
      Await it in the factory of {asyncUser}: try await resolver.requireAsync({metatype}{name}{arguments})
      Ask for {awaitedWrapper} which is resolved without an await and used with one.
      """
    case .endFailed:
      """
      {failedEnd}{key} was given up, and its onClose failed: {error}
      {unended} released with a container that nobody had closed, and no onClose ran.
      {failedEnd}Fix what the onClose reports.
      {failedEnd}Catch the error in the onClose.
      {childNotClosed}Give the child to a closure, which closes it: try await container.withChild { child in … }
      {notClosed}Close it: try await container.closeAsync()
      """
    case .longWait:
      """
      {notWhileEnding}{key} has been built for more than ten seconds, and {waiters} for it.
      {whileEnding}The onClose of {key} has run for more than ten seconds, and what ends later waits for it.
      {notWhileEnding}If its factory takes long, for example to connect, set a time limit in the factory.
      {notWhileEnding}In a factory or a completion, do not wait for a thread or a queue that resolves the same service.
      {notWhileEnding}In an asynchronous factory, use Task instead of Task.detached: then a circle is found, and fails as a loop.
      {notWhileEnding}In tasks, await what takes long by requireAsync: synchronous resolves can block all threads of the pool.
      {whileEnding}If it takes long, for example to flush, set a time limit in the onClose.
      {whileEnding}In an onClose, do not wait for code that closes or resets the same container.
      """
    case .cancelled:
      """
      The task that waited for {key} was cancelled.
      Resolve it in a task that is not cancelled.
      """
    case .wrongActor:
      """
      {enforced}{key} can be built only on its actor.
      {unenforced}{key} was built outside the actor that its code was written on.
      {ofMainFactory}If its factory needs no actor, register it in a nonisolated assembly or function, or by container.registerNonisolated. A closure in top-level code or in a main-actor function belongs to the main actor.
      {alone}Resolve it on {actor}.
      {started}Start the container before: try await container.startAsync()
      {alone}Await it, from anywhere: try await container.requireAsync({metatype}{name}{arguments})
      {userIsRoot}Write the factory of {user} on {globalActor}, too, and await it from anywhere: { @{globalActor} {userParameters} in … }
      {userIsNotRoot}Write all synchronous factories of the path on {globalActor}, and await {root} from anywhere: { @{globalActor} {userParameters} in … }
      Await it in the factory of {asyncUser}: try await resolver.requireAsync({metatype}{name}{arguments})
      Give {user} an asynchronous factory, and await it there: try await resolver.requireAsync({metatype}{name}{arguments})
      Resolve {root} on {actor}: {user} asks for {key} without an await.
      {ofOtherFactory}If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.
      If its {isolatedPart} needs no actor, write it in a nonisolated function.
      """
    }
  }
}
