import Facet
import Kit

final class Stone {
  init(scale: Scale) {}
}

func openMill(_ container: Container) {
  setKit(container)
  container.register((any Grain).self) { _ in Wheat() }  // unseen
  container.register(Stone.self) { r in Stone(scale: r.resolve(Scale.self)!) }
  print(container.resolve(Stone.self)!)
}
