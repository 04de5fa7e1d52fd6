import Facet

/// What each input has for itself: registered once, built by the container of the input, and ended with it.
struct InputAssembly: Assembly {
  func assemble(container: Container) {
    container.register(LineSource.self) { r async throws in
      let (input, shutdown) = (try r.require(Input.self), try r.require(Shutdown.self))
      switch input.kind {
      case .file(let path): return try await FileSource.open(path, name: input.name, shutdown: shutdown)
      case .standardInput: return try await FileSource.open(nil, name: input.name, shutdown: shutdown)
      }
    }
    .inObjectScope(.scoped)
    .onClose { source in await source.close() }

    container.register(Rejections.self) { r in
      Rejections(of: try r.require(Input.self).name, console: try r.require())
    }
    .inObjectScope(.scoped)
    .onClose { rejections in await rejections.finish() }
  }
}
