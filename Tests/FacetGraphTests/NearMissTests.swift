import FacetGraph
import Testing

/// How existing keys are ranked by their likeness to one that was not found.
struct NearMissTests {
  private let wanted = KeyWords(service: "Shop.Tea", name: "green", arguments: ["Swift.Int"])

  private func key(_ name: String?, _ arguments: String..., service: String = "Shop.Tea") -> KeyWords {
    KeyWords(service: service, name: name, arguments: arguments)
  }

  @Test func `an equal key out of reach is the nearest`() {
    #expect(NearMiss(wanted, to: wanted) == .sameKey)
  }

  @Test func `other arguments are nearer than another name, and both together farthest`() {
    #expect(NearMiss(key("green", "Swift.Double"), to: wanted) == .otherArguments)
    #expect(NearMiss(key("green"), to: wanted) == .otherArguments)
    #expect(NearMiss(key("green", "Swift.Int", "Swift.Int"), to: wanted) == .otherArguments)
    #expect(NearMiss(key("black", "Swift.Int"), to: wanted) == .otherName)
    #expect(NearMiss(key(nil, "Swift.Int"), to: wanted) == .otherName)
    #expect(NearMiss(key(nil), to: wanted) == .otherNameAndArguments)
    #expect(
      [NearMiss.otherNameAndArguments, .otherName, .sameKey, .otherArguments].sorted()
        == [.sameKey, .otherArguments, .otherName, .otherNameAndArguments])
  }

  @Test func `another service is no near miss`() {
    #expect(NearMiss(key("green", "Swift.Int", service: "Shop.Coffee"), to: wanted) == nil)
    #expect(NearMiss(key("green", "Swift.Int", service: "Bar.Tea"), to: wanted) == nil)
  }

  @Test func `candidates are ranked by nearness, and then in the given order`() {
    let candidates = [
      key(nil), key("black", "Swift.Int"), key("green", service: "Shop.Cup"), key("green"),
      key("white", "Swift.Int"), key("green", "Swift.Double"), wanted,
    ]
    let ranked = NearMiss.rank(candidates, to: wanted, limit: 10)
    #expect(ranked.map(\.index) == [6, 3, 5, 1, 4, 0])
    #expect(
      ranked.map(\.nearMiss)
        == [.sameKey, .otherArguments, .otherArguments, .otherName, .otherName, .otherNameAndArguments])
  }

  @Test func `no more candidates are given than the limit`() {
    let candidates = (0..<100).map { key("\($0)", "Swift.Int") } + [key("green")]
    #expect(NearMiss.rank(candidates, to: wanted, limit: 3).map(\.index) == [100, 0, 1])
    #expect(NearMiss.rank(candidates, to: wanted, limit: 0).isEmpty)
    #expect(NearMiss.rank([], to: wanted, limit: 5).isEmpty)
  }

  @Test func `an empty name is not no name`() {
    let unnamed = KeyWords(service: "Shop.Tea")
    #expect(NearMiss(KeyWords(service: "Shop.Tea", name: ""), to: unnamed) == .otherName)
    #expect(NearMiss(unnamed, to: unnamed) == .sameKey)
  }
}
