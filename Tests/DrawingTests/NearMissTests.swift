import FacetGraph
import Testing

/// How existing keys are ranked by their likeness to one that was not found.
@Suite(.timeLimit(.minutes(20))) struct NearMissTests {
  /// The nearest of candidates that are given with their likeness.
  private func nearest(of candidates: [NearMiss], limit: Int) -> [Int] {
    NearMiss.nearest(of: Array(candidates.indices), limit: limit) { candidates[$0] }
  }

  @Test func `names and argument types decide`() {
    #expect(NearMiss(hasSameName: true, hasSameArguments: true) == .sameKey)
    #expect(NearMiss(hasSameName: true, hasSameArguments: false) == .otherArguments)
    #expect(NearMiss(hasSameName: false, hasSameArguments: true) == .otherName)
    #expect(NearMiss(hasSameName: false, hasSameArguments: false) == .otherNameAndArguments)
  }

  @Test func `candidates come by nearness, and then in the given order`() {
    let candidates: [NearMiss] = [
      .otherNameAndArguments, .otherName, .otherArguments, .otherName, .otherArguments, .sameKey,
      .otherNameAndArguments,
    ]
    #expect(nearest(of: candidates, limit: 10) == [5, 2, 4, 1, 3])
    #expect(nearest(of: [.otherNameAndArguments, .otherNameAndArguments], limit: 10) == [0, 1])
  }

  @Test func `no more candidates are given than the limit`() {
    let candidates = Array(repeating: NearMiss.otherName, count: 100) + [.otherArguments]
    #expect(nearest(of: candidates, limit: 3) == [100, 0, 1])
    #expect(nearest(of: candidates, limit: 0).isEmpty)
    #expect(nearest(of: [], limit: 5).isEmpty)
  }

  @Test func `each candidate is judged once`() {
    var judged: [Int] = []
    _ = NearMiss.nearest(of: Array(0..<50), limit: 3) { candidate in
      judged.append(candidate)
      return .otherName
    }
    #expect(judged == Array(0..<50))
  }
}
