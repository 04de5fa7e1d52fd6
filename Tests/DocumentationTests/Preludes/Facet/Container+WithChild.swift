import Facet

struct User: Sendable {}
let user = User()

struct Receipt: Sendable {}

final class Checkout: Sendable {
  func pay() async throws -> Receipt { Receipt() }
}
