import Facet

/// Reading the day's sheet.
struct InputAssembly: Assembly {
  func assemble(container: Container) {
    container.register { SheetReader() }
  }
}
