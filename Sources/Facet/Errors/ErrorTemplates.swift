extension ResolutionError.Code {
  /// The headline, and one line for each way to fix it.
  ///
  /// `ErrorMessage` has the values of the placeholders. A line with one that has no value is left out.
  var template: String {
    switch self {
    case .notRegistered:
      """
      No registration matches {key}.
      {outsideOfCycle}Resolve it in a factory, or within withObjectGraph: elsewhere there is no cycle.
      If the type of a parameter above was inferred as an optional, write it there: { {typedParameters} in … }
      Pass the argument types of a registration above: {fittingArguments}
      If the arguments conform to the types of a registration above, pass them as these: {conformingArguments}
      {otherArguments}Pass the argument types of a registration above.
      {noArguments}Leave out the arguments.
      {otherName}Ask for the name of a registration above.
      {noName}Leave out the name.
      {otherOption}Ask for the option of a registration above.
      {noOption}Leave out the option.
      {ofChild}{alone}Resolve it from the child container, or register it in this one.
      {ofChild}Resolve {root} from the child container, or register {key} in this one.
      Register {keeper} in the child container, too: the container that has it builds it, and cannot see the child's {key}.
      Give {keeper} the scope .scoped: then every container that is asked builds one for itself.
      {optional}Unwrap what the factory of a registration above makes.
      {namesake}Ask for the type of a registration above.
      {subtype}Forward a registration above: .implements({metatype}{name})
      {part}If what a registration above makes is all of that, forward it: .implements({metatype}{name})
      Resolve all of them: container.resolveAll({elementsOf}{arguments})
      Resolve all that have names: container.resolveAllByName({namedElementsOf}{arguments})
      {registering}{container}.register({metatype}{name}{option}) { {parameters} in … }
      {typeToInfer}{registering}, by a factory that returns it{container}.register{nameAndOption} { {parameters} in … }
      """
    case .loop:
      """
      {key} needs itself to be built.
      {halfBuilt}Set one of the dependencies in initCompleted, where it is found half-built.
      {deferral}
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
      Make {incomparable} Equatable, or pass another type: only a recursion over equal arguments is found as a loop.
      {deferral}
      {onStack}Resolve on a thread with a larger stack.
      """
    case .containerGone:
      """
      {key} was used after its container was gone.
      Keep the container as long as what was resolved from it is used.
      Use it once while the container is there: the instance is kept.
      """
    case .containerClosed:
      """
      The container of {key} is closed.
      Close the container when nothing uses it any more.
      Make a new one: a container that was closed stays so.
      """
    case .needsAwait:
      """
      {key} can be built only by an await.
      Await it: try await container.requireAsync({metatype}{name}{arguments})
      Await it first, if its scope shares it: from then on it is there at once.
      Give {user} an asynchronous factory, and await it there.
      """
    case .endFailed:
      """
      {key} was given up, and its onClose failed: {error}
      Fix what the onClose reports.
      Catch the error in the onClose.
      """
    case .cancelled:
      """
      The task that waited for {key} was cancelled.
      Resolve it in a task that is not cancelled: the build went on.
      """
    case .wrongActor:
      """
      {key} can be built only on its actor.
      {ofMainFactory}If its factory needs no actor, register it in an Assembly, in a nonisolated function, or by container.registerNonisolated: what is written in top-level code, or in a main-actor function, belongs to the main actor.
      {alone}Resolve it on {actor}.
      {alone}Await it, from anywhere: try await container.requireAsync({metatype}{name}{arguments})
      {userIsRoot}Write the factory of {user} on {globalActor}, too, and await it from anywhere: { @{globalActor} {userParameters} in … }
      {userIsNotRoot}Write all synchronous factories of the path on {globalActor}, and await {root} from anywhere: { @{globalActor} {userParameters} in … }
      Give {user} an asynchronous factory, and await it there: try await resolver.requireAsync({metatype}{name}{arguments})
      Resolve {root} on {actor}: {user} asks for {key} without an await.
      {ofOtherFactory}If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.
      If its {isolatedPart} needs no actor, write it in a nonisolated function.
      """
    }
  }
}
