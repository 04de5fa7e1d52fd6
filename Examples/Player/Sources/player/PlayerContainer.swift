import Facet
import Foundation

/// Where both worlds meet: what the checked resolver builds is a service like any other.
///
/// The compiler has checked how a player is made; the container decides how long it lives, and who gets it.
func makeContainer(songFile: URL) -> Container {
  let container = Container()
  container.register(Player.self) { _ in try PlayerResolver(songFile: songFile).resolve() }
    .inObjectScope(.container)
  return container
}
