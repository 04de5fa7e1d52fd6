import Facet

// Code of no actor, which registers what touches one. The compiler must refuse each line, as it does without a container.
@MainActor final class Screen {
  var title: String
  init() { title = "" }
}

final class Draft {
  var text = ""
}

struct Screens: Assembly {
  func assemble(container: Container) {
    container.register(Screen.self) { _ in Screen() }
    container.register { Screen() }
    container.register(Screen.self) { (_, _: Int) in Screen() }
    Container.register { Screen() }
    container.registerNonisolated(Screen.self) { _ in Screen() }
    container.register(Screen.self) { @MainActor _ in Screen() }
      .initCompleted { _, screen in screen.title = "done" }
      .resolveProperties { _, screen in screen.title = "done" }
      .implements((any Sendable).self) { screen in screen.title }
      .onClose { screen in screen.title = "closed" }
    container.decorate(Screen.self) { _, screen in Screen() }
    container.decorateAll(Screen.self) { _, screen in Screen() }
  }
}

func registerDraft(_ draft: Draft, in container: Container) {
  container.register(Draft.self) { _ in draft }
  container.autoregister(Draft.self, argument: Int.self, initializer: { (_: Int) in draft })
  container.failureHandler = { _ in draft.text = "failed" }
}
