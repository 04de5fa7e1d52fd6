import FacetStatic

/// The wiring that is generated.
struct ViewModelResolver: Resolver {
  enum Key {
    typealias Model = ViewModel
    typealias Updating = Updater
    typealias Fetching = Fetcher
    typealias Storing = Store
    typealias Sharing = Session
  }

  typealias Output = Key.Model

  func model(fetcher: Key.Fetching, updater: Key.Updating) -> Key.Model {
    ViewModel(fetcher: fetcher, updater: updater)
  }

  func updater(store: Key.Storing, fetcher: Key.Fetching) -> Key.Updating {
    Updater(store: store, fetcher: fetcher)
  }
  func fetcher(session: Key.Sharing) -> Key.Fetching { Fetcher(session: session) }
  func store(session: Key.Sharing) -> Key.Storing { Store(session: session) }
  func session() -> Key.Sharing { Session() }
}

/// The same wiring by hand.
func makeViewModel() -> ViewModel {
  let session = Session()
  let fetcher = Fetcher(session: session)
  let store = Store(session: session)
  let updater = Updater(store: store, fetcher: fetcher)
  return ViewModel(fetcher: fetcher, updater: updater)
}
