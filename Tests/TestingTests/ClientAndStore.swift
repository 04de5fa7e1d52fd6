class Client: @unchecked Sendable {
  var name: String { "real" }
}

final class FakeClient: Client, @unchecked Sendable {
  private let fake: String
  init(_ fake: String = "fake") { self.fake = fake }
  override var name: String { fake }
}

struct Store: Sendable { let client: Client }
