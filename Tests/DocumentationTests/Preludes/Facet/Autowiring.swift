@testable import DocumentationVocabulary

final class Dog: Animal {
  let name: String
  init(name: String) { self.name = name }
}

final class Session {}

final class Client {
  init(session: Session, retries: Int = 3) {}
}

final class Clinic {
  init(vet: Vet) {}
}
