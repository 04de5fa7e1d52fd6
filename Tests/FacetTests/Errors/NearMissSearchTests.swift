import FacetTestSupport
import Synchronization
import Testing

@testable import Facet

/// When the near misses of an error are looked up.
@Suite(.timeLimit(.minutes(5))) struct NearMissSearchTests {
  /// Counts the searches, and gives one neighbour.
  private final class Search: NearMissSearch {
    private let number = Atomic<Int>(0)
    let isMain = false
    let meeting: Meeting?

    var count: Int { number.load(ordering: .acquiring) }

    init(_ meeting: Meeting? = nil) {
      self.meeting = meeting
    }

    func nearMisses(of key: ServiceKey) -> [ResolutionError.Neighbor] {
      let count = number.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
      meeting?.attend()
      return [
        ResolutionError.Neighbor(
          key: key, location: CodeLocation(fileID: "Search.swift", line: count), target: nil,
          isInChild: false)
      ]
    }
  }

  private func error(_ search: Search) -> ResolutionError {
    ResolutionError(.notRegistered, key: ServiceKey(Tea.self), search: search)
  }

  @Test func `nothing is looked up before somebody asks`() {
    let search = Search()
    let error = error(search)
    #expect((error.code, error.path.count) == (.notRegistered, 1))
    #expect(search.count == 0)
  }

  @Test func `it is looked up once, for all copies of the error`() {
    let search = Search()
    let error = error(search)
    let copy = error
    #expect(error.nearMisses.count == 1)
    #expect(copy.nearMisses.first?.location.line == 1)
    #expect(error.description.contains("Search.swift:1"))
    #expect(search.count == 1)
  }

  @Test func `the search is released once it is done`() {
    weak var released: Search?
    let error: ResolutionError
    do {
      let search = Search()
      released = search
      error = self.error(search)
    }
    #expect(released != nil)
    #expect(error.nearMisses.count == 1)
    #expect(released == nil)
    #expect(error.nearMisses.count == 1)
  }

  @Test func `threads that ask at the same time get the same`() {
    let search = Search(Meeting(of: 2))
    let error = error(search)
    let threads = (0..<2).map { _ in ThreadRun { error.nearMisses.first?.location.line } }
    let lines = threads.map { $0.result ?? nil }
    #expect(lines[0] != nil)
    #expect(lines[0] == lines[1])
    #expect(search.count == 2)
  }

  @Test func `an error without a search has no near misses`() {
    #expect(ResolutionError(.loop, key: ServiceKey(Tea.self)).nearMisses.isEmpty)
  }
}
