import Facet
import Testing

/// Acts when it is released.
private final class Guardian: Sendable {
  private let act: @Sendable () -> Void
  init(_ act: @escaping @Sendable () -> Void) { self.act = act }
  deinit { act() }
}

// MARK: - What runs when something is released

extension UserCode {
  func playEnd(on stage: Stage) {
    let act: @Sendable () -> Void = { stage.act() }
    switch self {
    case .endOfCycle: playEndOfCycle(on: stage)
    case .endOfArgument:
      let marker = stage.marker
      stage.container?.register(StagePart.self) { (_, _: Guardian) in StagePart(1, marker) }
      stage.expect(stage.container?.resolve(StagePart.self, argument: Guardian(act)))
    case .endOfFactory:
      do {
        let guardian = Guardian(act)
        stage.registerPart(body: { _ in withExtendedLifetime(guardian) {} })
      }
      stage.expect(stage.container?.resolve(StagePart.self))
      stage.registerPart()
    case .endOfCompletion:
      do {
        let guardian = Guardian(act)
        stage.registerPart()?.initCompleted { _, _ in withExtendedLifetime(guardian) {} }
      }
      stage.expect(stage.container?.resolve(StagePart.self))
      stage.registerPart()
    default:
      let entry = stage.registerPart(atEnd: act)
      stage.expect(stage.container?.resolve(StagePart.self))
      drop(on: stage, entry)
    }
    // What was given up is released at the next opportunity, if not at once.
    for number in 0..<10 { _ = stage.container?.resolve(StageExtra.self, argument: number) }
  }

  private func playEndOfCycle(on stage: Stage) {
    stage.registerPart(atEnd: { stage.act() })
    stage.container?.register(Bool.self) { r in
      for number in 0..<20 { _ = r.resolve(StageExtra.self, argument: number) }
      return r.resolve(StagePart.self) != nil
    }
    stage.expect(stage.container?.resolve(Bool.self) == true)
  }

  /// Makes the container give up the part that it keeps.
  private func drop(on stage: Stage, _ entry: ServiceEntry<StagePart>?) {
    switch self {
    case .endOfReplaced: stage.registerPart()
    case .endOfReset: stage.container?.resetObjectScope(stage.scope)
    case .endOfUnregistered: stage.container?.unregister(StagePart.self)
    case .endOfRemoved:
      stage.container?.removeAll()
      stage.container.map(stage.adopt)
    default: entry?.inObjectScope(.transient)
    }
  }
}
