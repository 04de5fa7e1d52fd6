final class Socket {
  init(url: String) {}
}

protocol MessageStore {}

final class SQLiteStore: MessageStore {
  init(path: String, log: Log) {}
}

final class MemoryStore: MessageStore {}
final class Log {}
final class TypingIndicator {}
protocol RoomViewModeling {}

final class RoomViewModel: RoomViewModeling {
  init(store: MessageStore, socket: Socket, typing: TypingIndicator) {}
}

final class Analytics {}

final class RoomScreen {
  let model: RoomViewModeling = DI.get()
  private lazy var log = DI.get(Log.self)
  let typing: TypingIndicator = inject()

  func prepare() {
    let memory: MessageStore = DI.get(name: "memory")
    let store = DI.get(MessageStore.self)
    DI.find(Analytics.self)
    print(memory, store)
  }
}
