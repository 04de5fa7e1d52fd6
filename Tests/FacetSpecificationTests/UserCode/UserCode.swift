import Facet
import Synchronization
import Testing

/// The places where code of a user runs within the container's.
enum UserCode: String, CaseIterable, Codable, Sendable {
  case factory, completion, conversion
  case storageFactory, storageRead, storageWrite, storageReset, storageCompleted, makeStorage
  case behavior, failureHandler, registeringClosure, assemble, loaded
  case argumentEquality, argumentHash, argumentDescription
  case optionEquality, optionHash, optionDescription, scopeDescription, errorDescription
  case endOfReplaced, endOfReset, endOfUnregistered, endOfRemoved, endOfRescoped, endOfCycle
  case endOfFactory, endOfCompletion, endOfArgument
  case lazyUse, providerUse, objectGraph

  /// The scopes in which the place is tried.
  var scopes: [ObjectScope] {
    switch self {
    case .factory, .completion, .conversion, .endOfFactory, .endOfCompletion, .lazyUse, .providerUse:
      [.transient, .graph, .container, .weak, UserCode.custom]
    case .endOfReplaced, .endOfReset, .endOfUnregistered, .endOfRemoved, .endOfRescoped:
      [.container, UserCode.custom]
    case .endOfCycle: [.transient, .graph, .weak]
    default: [.graph]
    }
  }

  private static let custom = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")

  /// Whether the container must have run the place.
  ///
  /// Messages may name arguments by their types alone, and options need not be hashed.
  var isCertain: Bool { self != .argumentDescription && self != .optionHash }

  /// Sets up the place with the deed of the stage, brings it about, and checks what comes of it.
  func play(on stage: Stage) throws {
    switch self {
    case .factory, .completion, .conversion, .lazyUse, .providerUse: try playBuild(on: stage)
    case .storageFactory, .storageRead, .storageWrite, .storageReset, .storageCompleted, .makeStorage,
      .scopeDescription:
      playScope(on: stage)
    case .behavior, .failureHandler, .registeringClosure, .assemble, .loaded, .errorDescription, .objectGraph:
      playHook(on: stage)
    case .argumentEquality, .argumentHash, .argumentDescription: playArgument(on: stage)
    case .optionEquality, .optionHash, .optionDescription: playOption(on: stage)
    case .endOfReplaced, .endOfReset, .endOfUnregistered, .endOfRemoved, .endOfRescoped, .endOfCycle,
      .endOfFactory, .endOfCompletion, .endOfArgument:
      playEnd(on: stage)
    }
  }
}

// MARK: - What builds a service

extension UserCode {
  private func playBuild(on stage: Stage) throws {
    /// Does the deed, and goes on with the resolver as if nothing had been.
    @Sendable func act(_ r: any Resolver) {
      stage.act()
      #expect(r.resolve(StageExtra.self, argument: 1)?.number == 1, stage.label)
    }
    switch self {
    case .factory:
      stage.registerPart(body: act)
      stage.expect(stage.container?.resolve(StagePart.self))
    case .completion:
      stage.registerPart()?.initCompleted { r, _ in act(r) }
      stage.expect(stage.container?.resolve(StagePart.self))
    case .conversion:
      stage.setSame { _ = $0.resolve((any StagePiece).self) }
      stage.registerPart()?.implements((any StagePiece).self) { part in
        stage.act()
        return part
      }
      stage.expect(stage.container?.resolve((any StagePiece).self))
    case .lazyUse:
      stage.registerPart(body: act)
      let lazy = stage.container?.resolve(Lazy<StagePart>.self)
      stage.setSame { _ in _ = try? lazy?.require() }
      stage.expect(try lazy?.require())
    default:
      stage.registerPart(body: act)
      let provider = stage.container?.resolve(Provider<StagePart>.self)
      stage.setSame { _ in _ = try? provider?.require() }
      stage.expect(try provider?.require())
    }
  }
}

// MARK: - What stands beside the services

private struct ActingBehavior: Behavior {
  let act: @Sendable () -> Void

  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) { act() }
}
private struct ActingAssembly: Assembly {
  var atAssembly: @Sendable () -> Void = {}
  var atLoaded: @Sendable () -> Void = {}

  func assemble(container: Container) { atAssembly() }
  func loaded(resolver: any Resolver) { atLoaded() }
}
private struct ActingError: Error, CustomStringConvertible {
  let act: @Sendable () -> Void

  var description: String {
    act()
    return "broken"
  }
}

extension UserCode {
  private func playHook(on stage: Stage) {
    let act: @Sendable () -> Void = { stage.act() }
    switch self {
    case .behavior:
      stage.container?.addBehavior(ActingBehavior(act: act))
      stage.registerPart()
      if stage.deed != .endContainer { stage.expect(stage.container?.resolve(StagePart.self)) }
    case .failureHandler:
      stage.setSame { _ = $0.resolve(Bool.self) }
      stage.container?.failureHandler = { _ in act() }
      #expect(stage.container?.resolve(Bool.self) == nil, stage.label)
    case .registeringClosure:
      let container = Container { container in
        stage.adopt(container)
        stage.registerPart()
        stage.act()
      }
      stage.expect(container.resolve(StagePart.self))
    case .assemble, .loaded:
      stage.registerPart()
      let assembly = self == .loaded ? ActingAssembly(atLoaded: act) : ActingAssembly(atAssembly: act)
      stage.expect(Assembler([assembly], container: stage.container).resolver.resolve(StagePart.self))
    case .errorDescription:
      stage.registerPart()
      stage.container?.failureHandler = { _ = $0.description }
      stage.container?.register(Bool.self) { _ in throw ActingError(act: act) }
      #expect(stage.container?.resolve(Bool.self) == nil, stage.label)
    default:
      stage.registerPart()
      let part = stage.container?.withObjectGraph(GraphIdentifier()) { () -> StagePart? in
        stage.act()
        return stage.container?.resolve(StagePart.self)
      }
      if stage.deed != .endContainer { stage.expect(part ?? nil) }
    }
  }
}
