import Facet
import Testing

// MARK: - What gets a container for a while

extension UserCode {
  func playContainer(on stage: Stage) {
    stage.registerPart()
    guard let container = stage.container else { return }
    switch self {
    case .withMain:
      Container.withMain(container) {
        stage.act()
        stage.expect(Container.main.resolve(StagePart.self))
      }
    case .overridingClosure:
      let overriding = container.overriding { act(in: $0, of: stage) }
      stage.expect(overriding.resolve(StagePart.self))
    default:
      let preview = Container.preview { act(in: $0, of: stage) }
      stage.expect(preview.resolve(StagePart.self))
      // The next one takes its place, so that it can go.
      Container.preview { _ in }
    }
  }

  /// Goes on with a copy, while its services are registered.
  private func act(in copy: Container, of stage: Stage) {
    stage.adopt(copy)
    stage.registerPart()
    stage.act()
  }
}

// MARK: - A resolver of one's own

/// Has no container, and acts while it provides a service.
private final class ProvidingResolver: Resolver {
  let marker: StageMarker
  let act: @Sendable () -> Void

  init(marker: StageMarker, act: @escaping @Sendable () -> Void) {
    self.marker = marker
    self.act = act
  }

  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    act()
    return StagePart(1, marker) as? Service
  }
}

extension UserCode {
  func playResolver(on stage: Stage) {
    stage.registerPart()
    let resolver: any Resolver = ProvidingResolver(marker: stage.marker) { stage.act() }
    stage.setSame { _ in _ = resolver.resolve(StagePart.self) }
    stage.expect(resolver.resolve(StagePart.self))
  }
}
