/// The practice, which needs its vet to be opened.
final class Clinic {
  let name: String
  let vet: Vet

  init(name: String, vet: Vet) {
    self.name = name
    self.vet = vet
  }
}
