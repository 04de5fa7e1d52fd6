import Facet
import FacetTestSupport
import Foundation
import Testing

/// Wherever code of a user runs, it may do anything with the container: resolve, register, reset, and end it.
@Suite(.timeLimit(.minutes(20))) struct UserCodeTests {
  @Test(arguments: UserCode.allCases)
  func `user code may do anything with its container, and leaves nothing behind`(place: UserCode) async {
    await #expect(processExitsWith: .success) { [place] in
      endProcess()
      for deed in Deed.allCases {
        for scope in place.scopes {
          weak var left: StageMarker?
          do {
            let marker = StageMarker()
            left = marker
            let stage = Stage(deed, scope, marker)
            try await place.play(on: stage)
            #expect(stage.deeds > 0, "\(place): \(stage.label)")
            if deed == .close {
              #expect(stage.isClosed != place.isSharedBuild(in: scope), "\(place): \(stage.label)")
            }
            stage.expectOrder()
            stage.clear()
          }
          #expect(await isReleased { left }, "\(deed) in \(scope)")
        }
      }
    }
  }

  @Test(arguments: Deed.allCases.filter { $0 != .endContainer })
  func `the registrations of the main container may do anything with it`(deed: Deed) async {
    await #expect(processExitsWith: .success) { [deed] in
      endProcess()
      let stage = Stage(deed, .graph, StageMarker())
      MainRegistration.whileRegistering {
        stage.adopt(.main)
        stage.registerPart()
        stage.act()
      }
      stage.expect(Container.main.resolve(StagePart.self))
      #expect(stage.deeds == 1)
      stage.expectOrder()
    }
  }

  @Test func `every place of the table is tried, and no other`() throws {
    let text = try Repository.text("Sources/Facet/README.md")
    let part = try #require(text.components(separatedBy: "## Where your code can run").last)
    let rows = part.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.map { $0.dropFirst(2).components(separatedBy: " | ")[0] } == UserCode.table.map(\.row))
    let places = UserCode.table.flatMap(\.places)
    #expect(places.count == UserCode.allCases.count)
    #expect(Set(places) == Set(UserCode.allCases))
  }
}
