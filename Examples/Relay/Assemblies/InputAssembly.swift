import Facet

/// What one input adds, in a child container of its own: closing that closes the file.
struct InputAssembly: Assembly {
  let input: Input

  func assemble(container: Container) {
    container.register(LineSource.self) { r async throws in
      let shutdown = try r.require(Shutdown.self)
      switch input.kind {
      case .file(let path): return try await FileSource.open(path, name: input.name, shutdown: shutdown)
      case .standardInput: return try await FileSource.open(nil, name: input.name, shutdown: shutdown)
      case .generated(let count): return GeneratedSource(input.name, lines: count, shutdown: shutdown)
      }
    }
    .inObjectScope(.container)
    .onClose { source in await source.close() }

    container.register(Rejections.self) { r in Rejections(of: input.name, console: try r.require()) }
      .inObjectScope(.container)
      .onClose { rejections in await rejections.finish() }
  }
}
