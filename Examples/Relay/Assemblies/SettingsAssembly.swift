import Facet

/// What the user asked for.
struct SettingsAssembly: Assembly {
  let settings: Settings

  func assemble(container: Container) {
    container.register { settings }
  }
}
