import Facet
import FacetTestSupport
import Foundation
import Testing

private struct Row: Sendable {
  var cells = (0, 0, 0, 0, 0, 0, 0, 0)
}
/// Larger than what a forward has room for on the stack.
private struct Wide: Numbered {
  var number = 0
  let row = Row()
}
/// So large that a resolve has no room for it on the stack.
private struct Large: Sendable {
  var number = 0
  let upper = (Row(), Row(), Row(), Row(), Row(), Row(), Row(), Row())
  let lower = (Row(), Row(), Row(), Row(), Row(), Row(), Row(), Row())
  let rest = (Row(), Row())
}
private protocol Numbered: Sendable { var number: Int { get } }

/// Chains of large values.
@Suite(.timeLimit(.minutes(20))) struct DepthTests {
  @Test func `chains of 500 large values resolve on a thread with 8 MB`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      for scope in [ObjectScope.graph, .container] {
        let container = Container()
        for number in 1...500 {
          container.register(Large.self, name: "\(number)") { r in
            Large(number: try r.require(Large.self, name: "\(number - 1)").number + 1)
          }.inObjectScope(scope)
          container.register(Wide.self, name: "\(number)") { r in
            Wide(number: try r.require(Numbered.self, name: "\(number - 1)").number + 1)
          }.inObjectScope(scope).implements(Numbered.self, name: "\(number)")
        }
        container.register(Large.self, name: "0") { Large() }
        container.register(Wide.self, name: "0") { Wide() }.implements(Numbered.self, name: "0")
        runOnThread(stackSize: 8 << 20) {
          #expect(container.resolve(Large.self, name: "500")?.number == 500)
          #expect(container.resolve(Numbered.self, name: "500")?.number == 500)
        }
      }
    }
  }

  @Test func `an endless recursion of large values, over arguments that never repeat, is an error`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      container.failureHandler = { errors.add($0.code) }
      container.register(Large.self) { (r, row: Row) in
        var row = row
        row.cells.7 += 1
        return try r.require(Large.self, argument: row)
      }
      container.register(Wide.self) { (r, number: Int) in
        Wide(number: try r.require(Numbered.self, argument: number + 1).number)
      }.implements(Numbered.self)
      runOnThread(stackSize: 8 << 20) {
        _ = container.resolve(Large.self, argument: Row())
        _ = container.resolve(Numbered.self, argument: 0)
      }
      #expect(errors.all == [.tooDeep, .tooDeep])
    }
  }
}
