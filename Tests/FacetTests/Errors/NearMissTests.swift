import FacetTestSupport
import Testing

@testable import Facet

/// When the near misses of an error are looked up.
@Suite(.offPool, .timeLimit(.minutes(5))) struct NearMissTests {
  private let container = Container()

  private func register(_ name: String) {
    container.register(Tea.self, name: name) { _ in Tea() }
  }

  private var error: ResolutionError {
    ResolutionError(.notRegistered, key: ServiceKey(Tea.self), search: container.registry)
  }

  @Test func `nothing is looked up before somebody asks`() {
    let error = error
    register("black")
    #expect(error.nearMisses.map(\.key.name) == ["black"])
  }

  @Test func `it is looked up once, for all copies of the error`() {
    register("black")
    let error = error
    let copy = error
    #expect(error.nearMisses.count == 1)
    register("green")
    #expect(copy.nearMisses.count == 1)
    #expect(!copy.description.contains("green"))
  }

  @Test func `the registrations are released once it is done`() async {
    weak var registry: Registry?
    let error: ResolutionError
    do {
      let container = Container()
      container.register(Tea.self, name: "black") { _ in Tea() }
      registry = container.registry
      error = ResolutionError(.notRegistered, key: ServiceKey(Tea.self), search: container.registry)
      #expect(error.nearMisses.count == 1)
    }
    #expect(await isReleased { registry })
    #expect(error.nearMisses.count == 1)
  }

  @Test func `threads that ask at the same time get the same`() {
    let meeting = Meeting(of: 3)
    let error = error
    let threads = (0..<2).map { _ in
      ThreadRun {
        meeting.attend()
        return error.nearMisses.map(\.key.name)
      }
    }
    meeting.attend()
    for number in 0..<100 { register("\(number)") }
    let names = threads.map { $0.result }
    #expect(names[0] != nil)
    #expect(names[0] == names[1])
  }

  @Test func `an error without a search has no near misses`() {
    #expect(ResolutionError(.loop, key: ServiceKey(Tea.self)).nearMisses.isEmpty)
  }
}
