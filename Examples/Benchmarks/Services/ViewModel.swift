protocol Fetching: Sendable {}

protocol Updating: Sendable {}

final class CombinedService: Fetching, Updating {
  @inline(never)
  init() {}
}

final class SessionService: Sendable {
  @inline(never)
  init() {}
}

final class Service: Sendable {
  let session: SessionService

  @inline(never)
  init(session: SessionService) { self.session = session }
}

/// The root of a resolution cycle of four objects, one of which serves two protocols.
final class ViewModel: Sendable {
  let fetcher: any Fetching
  let updater: any Updating
  let service: Service

  @inline(never)
  init(fetcher: any Fetching, updater: any Updating, service: Service) {
    self.fetcher = fetcher
    self.updater = updater
    self.service = service
  }

  /// Wires everything by hand.
  @inline(__always)
  static func byHand() -> ViewModel {
    let combined = CombinedService()
    return ViewModel(
      fetcher: combined, updater: combined, service: Service(session: SessionService()))
  }
}
