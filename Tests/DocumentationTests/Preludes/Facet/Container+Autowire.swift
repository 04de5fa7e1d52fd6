@testable import DocumentationVocabulary

final class Dog: Animal {
  let name: String
  init(name: String, age: Int) { self.name = name }
}

final class Session {}

final class Client {
  init(session: Session, retries: Int = 3) {}
}
