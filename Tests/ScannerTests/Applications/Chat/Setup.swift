enum Setup {
  static func run() {
    DI.single(Socket.self) { _ in Socket(url: "wss://chat.example") }
    DI.single(MessageStore.self) { r in
      SQLiteStore(path: "messages", log: r.resolve(Log.self)!)
    }
    DI.single(MessageStore.self, name: "memory") { _ in MemoryStore() }
    DI.single(Log.self) { _ in Log() }
    DI.factory { TypingIndicator() }
    DI.factory { RoomViewModel(store: inject(), socket: inject(), typing: inject()) as RoomViewModeling }
  }
}
