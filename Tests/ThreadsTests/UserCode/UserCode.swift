import Facet
import Testing

/// The places where code of a user runs within the container's.
enum UserCode: String, CaseIterable, Codable, Sendable {
  case factory, initializer, completion, conversion, decorator
  case asyncFactory, asyncCompletion
  case storageFactory, storageRead, storageWrite, storageReset, storageCompleted, makeStorage
  case behavior, failureHandler, registeringClosure, together, assemble, loaded
  case argumentEquality, argumentHash
  case perArgumentEquality, perArgumentHash
  case scopeDescription, errorDescription
  case endOfReplaced, endOfReset, endOfUnregistered, endOfRemoved, endOfRescoped, endOfCycle
  case endOfFactory, endOfCompletion, endOfArgument
  case lazyUse, providerUse, tracer, closeAction, objectGraph
  case withMain, overridingClosure, previewClosure
  case ownProvide

  /// The scopes in which the place is tried.
  var scopes: [ObjectScope] {
    switch self {
    case .factory, .initializer, .completion, .conversion, .decorator, .asyncFactory,
      .asyncCompletion, .endOfFactory, .endOfCompletion, .lazyUse, .providerUse, .tracer, .overridingClosure:
      [.transient, .graph, .container, .weak, UserCode.custom]
    case .endOfReplaced, .endOfReset, .endOfUnregistered, .endOfRemoved, .endOfRescoped, .closeAction:
      [.container, UserCode.custom]
    case .perArgumentEquality, .perArgumentHash: [.perArgument]
    case .endOfCycle: [.transient, .graph, .weak]
    default: [.graph]
    }
  }

  private static let custom = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")

  /// Whether the place belongs to the build of a service that the scope shares, where a close is refused.
  func isSharedBuild(in scope: ObjectScope) -> Bool {
    switch self {
    case .factory, .initializer, .completion, .decorator, .asyncFactory, .asyncCompletion,
      .lazyUse, .providerUse:
      scope !== ObjectScope.transient && scope !== ObjectScope.graph
    case .storageRead, .storageWrite, .storageReset, .storageCompleted: true
    default: false
    }
  }

  /// Sets up the place with the deed of the stage, brings it about, and checks what comes of it.
  func play(on stage: Stage) async throws {
    switch self {
    case .factory, .initializer, .completion, .conversion, .decorator, .lazyUse,
      .providerUse:
      try playBuild(on: stage)
    case .asyncFactory, .asyncCompletion: await playAwaited(on: stage)
    case .storageFactory, .storageRead, .storageWrite, .storageReset, .storageCompleted, .makeStorage,
      .scopeDescription:
      playScope(on: stage)
    case .behavior, .failureHandler, .registeringClosure, .together, .assemble, .loaded, .errorDescription,
      .tracer,
      .closeAction, .objectGraph:
      playHook(on: stage)
    case .withMain, .overridingClosure, .previewClosure:
      playContainer(on: stage)
    case .ownProvide: playResolver(on: stage)
    case .argumentEquality, .argumentHash, .perArgumentEquality, .perArgumentHash:
      playArgument(on: stage)
    case .endOfReplaced, .endOfReset, .endOfUnregistered, .endOfRemoved, .endOfRescoped, .endOfCycle,
      .endOfFactory, .endOfCompletion, .endOfArgument:
      playEnd(on: stage)
    }
  }
}
