@testable import DocumentationVocabulary

final class Dog: Animal {
  let name: String
  init(_ name: String, _ age: Int) { self.name = name }
}

final class Clinic {
  init(vet: Vet) {}
}
