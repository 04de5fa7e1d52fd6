import Facet
import FacetInspection
import Testing

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
  func playHook(on stage: Stage) {
    let act: @Sendable () -> Void = { stage.act() }
    switch self {
    case .behavior:
      stage.container?.addBehavior(ActingBehavior(act: act))
      stage.registerPart()
      stage.expectPart()
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
    case .together:
      stage.registerPart()
      let container = stage.container
      container?.registerAtomically { _ in act() }
      stage.expect(container?.resolve(StagePart.self))
    case .assemble, .loaded:
      stage.registerPart()
      let assembly = self == .loaded ? ActingAssembly(atLoaded: act) : ActingAssembly(atAssembly: act)
      stage.expect(Assembler([assembly], container: stage.container).resolver.resolve(StagePart.self))
    case .errorDescription:
      stage.registerPart()
      stage.container?.failureHandler = { _ = $0.description }
      stage.container?.register(Bool.self) { _ in throw ActingError(act: act) }
      #expect(stage.container?.resolve(Bool.self) == nil, stage.label)
    case .tracer:
      stage.registerPart()
      stage.container?.trace { _ in act() }
      stage.expectPart()
    case .closeAction:
      stage.registerPart()?.onClose { _ in act() }
      stage.expect(stage.container?.resolve(StagePart.self))
      #expect(throws: Never.self) { try stage.container?.close() }
    default:
      stage.registerPart()
      let part = stage.container?.withObjectGraph(GraphIdentifier()) { _ -> StagePart? in
        stage.act()
        return stage.container?.resolve(StagePart.self)
      }
      if stage.deed != .endContainer { stage.expect(part ?? nil) }
    }
  }
}
