import Facet

/// The practice, which needs its vet when it is open.
final class Clinic {
  let name: String
  private let lazyVet: Lazy<Vet>

  init(name: String, vet: Lazy<Vet>) {
    self.name = name
    lazyVet = vet
  }

  var vet: Vet { lazyVet.instance }
}
