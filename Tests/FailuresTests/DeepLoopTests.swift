import Facet
import Testing

private final class Step: Sendable {}

/// A loop is found however far up the stack it begins.
@Suite(.timeLimit(.minutes(20))) struct DeepLoopTests {
  @Test(arguments: [1, 15, 16, 17, 30, 39]) func `a chain of forty whose last one needs one of them`(
    first: Int
  ) throws {
    let container = Container()
    for number in 1...40 {
      let next = number == 40 ? first : number + 1
      container.register(Step.self, name: "\(number)") { r in
        _ = try r.require(Step.self, name: "\(next)")
        return Step()
      }
    }
    let error = #expect(throws: ResolutionError.self) { try container.require(Step.self, name: "1") }
    #expect(error?.code == .loop)
    #expect(error?.path.count == 41)
    #expect(error?.path.last?.name == "\(first)")
  }
}
