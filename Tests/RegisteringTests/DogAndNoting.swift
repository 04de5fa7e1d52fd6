import Facet
import FacetTestSupport

// What most tests of this target register.

protocol Animal: AnyObject, Sendable { var name: String { get } }
final class Dog: Animal {
  let name: String
  init(_ name: String = "Hachi") { self.name = name }
}

/// Notes each registration and each forward.
struct Noting: Behavior {
  var notes = Recorder<String>()
  var prefix = ""

  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    let isThere = container.hasAnyRegistration(of: type, name: name)
    notes.add("\(prefix)\(type) to \(entry.key) as \(name ?? "-"), there: \(isThere)")
  }
}
