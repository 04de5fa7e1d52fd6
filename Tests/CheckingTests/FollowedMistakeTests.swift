import Facet
import FacetInspection
import FacetTestSupport
import Testing

extension Mistake: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// What a report proposes helps when it is followed to the letter.
@Suite(.timeLimit(.minutes(20))) struct FollowedMistakeTests {
  @Test(arguments: Mistake.ofKeys + Mistake.ofNeeds)
  func `a mistake is named with its remedy, and the remedy helps`(_ mistake: Mistake) async throws {
    func report(_ register: @Sendable (Container) -> Void) async -> VerificationReport {
      let container = Container()
      container.failureHandler = { _ in }
      register(container)
      return await container.verifyAsync()
    }
    let wrong = await report(mistake.wrong)
    #expect(throws: VerificationError.self) { try wrong.check() }
    #expect("\(wrong)\n".contains("\n  • \(mistake.remedy)\n"), "\(wrong)")
    let mended = await report(mistake.mended)
    #expect(mended.problems.isEmpty && mended.notes.isEmpty, "\(mended)")
  }
}
