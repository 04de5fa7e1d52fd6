import Facet

/// The records, registered once and seen through two protocols: who reads cannot write.
struct StoreAssembly: Assembly {
  func assemble(container: Container) {
    container.register(RecordStore.self) { RecordStore() }
      .implements(RecordReading.self) { $0 }
      .implements(RecordWriting.self) { $0 }
      .inObjectScope(.container)
  }
}
