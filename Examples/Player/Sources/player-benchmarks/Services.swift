/// Five objects as in a small application; their initializers are not inlined, so that both ways pay for them alike.
final class Session {
  @inline(never) init() {}
}

final class Store {
  let session: Session

  @inline(never) init(session: Session) { self.session = session }
}

final class Fetcher {
  let session: Session

  @inline(never) init(session: Session) { self.session = session }
}

final class Updater {
  let store: Store
  let fetcher: Fetcher

  @inline(never) init(store: Store, fetcher: Fetcher) {
    self.store = store
    self.fetcher = fetcher
  }
}

final class ViewModel {
  let fetcher: Fetcher
  let updater: Updater

  @inline(never) init(fetcher: Fetcher, updater: Updater) {
    self.fetcher = fetcher
    self.updater = updater
  }
}
