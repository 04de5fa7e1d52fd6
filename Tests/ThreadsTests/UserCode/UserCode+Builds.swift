import Facet
import Testing

// MARK: - What builds a service

extension UserCode {
  func playBuild(on stage: Stage) throws {
    let marker = stage.marker
    @Sendable func act(_ r: any Resolver) { UserCode.act(r, on: stage) }
    switch self {
    case .factory: stage.registerPart(body: act)
    case .initializer:
      // The identity of the cycle is a service that is always there.
      stage.container?.autoregister(
        StagePart.self,
        initializer: { (_: GraphIdentifier) in
          stage.act()
          return StagePart(1, marker)
        }
      ).inObjectScope(stage.scope)
    case .completion: stage.registerPart()?.initCompleted { r, _ in act(r) }
    case .conversion: return playConversion(on: stage)
    case .decorator:
      stage.registerPart()
      stage.container?.decorate(StagePart.self) { r, part in
        act(r)
        return part
      }
    default:
      stage.registerPart(body: act)
      return try playLater(on: stage)
    }
    stage.expect(stage.container?.resolve(StagePart.self))
  }

  /// Does the deed, and goes on with the resolver as if nothing had been; after a close, it refuses.
  private static func act(_ r: any Resolver, on stage: Stage) {
    stage.act()
    expectRefusalIfClosed(r.resolve(StageExtra.self, argument: 1), on: stage)
  }

  private static func expectRefusalIfClosed(_ extra: StageExtra?, on stage: Stage) {
    #expect(extra?.number == (stage.isClosed ? nil : 1), stage.label)
  }

  private func playConversion(on stage: Stage) {
    stage.setSame { _ = $0.resolve((any StagePiece).self) }
    stage.registerPart()?.implements((any StagePiece).self) { part in
      stage.act()
      return part
    }
    stage.expect(stage.container?.resolve((any StagePiece).self))
  }

  private func playLater(on stage: Stage) throws {
    if self == .lazyUse {
      let lazy = stage.container?.resolve(Lazy<StagePart>.self)
      stage.setSame { _ in _ = try? lazy?.require() }
      stage.expect(try lazy?.require())
    } else {
      let provider = stage.container?.resolve(Provider<StagePart>.self)
      stage.setSame { _ in _ = try? provider?.require() }
      stage.expect(try provider?.require())
    }
  }

  /// What is awaited does the deed in both ways.
  func playAwaited(on stage: Stage) async {
    let (marker, isFactory) = (stage.marker, self == .asyncFactory)
    @Sendable func act(_ r: any Resolver) async {
      stage.act()
      await stage.actAwaiting()
      let extra = (try? await r.requireAsync(StageExtra.self, argument: 1))
      UserCode.expectRefusalIfClosed(extra, on: stage)
    }
    let entry = stage.container?.register(StagePart.self) { r async in
      if isFactory { await act(r) }
      return StagePart(1, marker)
    }.inObjectScope(stage.scope)
    if !isFactory { entry?.initCompleted { r, _ async in await act(r) } }
    stage.expect((try? await stage.container?.requireAsync(StagePart.self)))
  }
}
