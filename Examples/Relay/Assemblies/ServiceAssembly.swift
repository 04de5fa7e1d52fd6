import Facet

/// What is there for the whole run.
struct ServiceAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Console.self) { StandardError() }
    container.register { Ledger() }.inObjectScope(.container)
    container.register(Shutdown.self) { try Shutdown() }
      .inObjectScope(.container)
      .onClose { shutdown in shutdown.close() }
    // Connecting takes an await. However many stages ask at the same time, there is one connection.
    container.register(TeamDirectory.self) { r async throws in
      try await SampleDirectory.connect(failEvery: r.require(Settings.self).failEvery)
    }
    .inObjectScope(.container)
    .onClose { directory in await directory.disconnect() }
    .startsEagerly()
  }
}
