import Facet

enum Application {
  static func makeContainer() -> Container { Container() }
}
