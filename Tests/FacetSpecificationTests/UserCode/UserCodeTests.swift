import Facet
import FacetTestSupport
import Testing

/// Wherever code of a user runs, it may do anything with the container: resolve, register, reset, and end it.
@Suite(.timeLimit(.minutes(5))) struct UserCodeTests {
  @Test(arguments: UserCode.allCases)
  func `user code may do anything with its container, and leaves nothing behind`(place: UserCode) async {
    await #expect(processExitsWith: .success) { [place] in
      endProcess(after: 50)
      for deed in Deed.allCases {
        for scope in place.scopes {
          weak var left: StageMarker?
          do {
            let marker = StageMarker()
            left = marker
            let stage = Stage(deed, scope, marker)
            try place.play(on: stage)
            if place.isCertain { #expect(stage.deeds > 0, "\(place) was not reached: \(stage.label)") }
            stage.expectOrder()
            stage.close()
          }
          #expect(isReleased { left }, "\(deed) in \(scope)")
        }
      }
    }
  }

  @Test(arguments: Deed.allCases.filter { $0 != .endContainer })
  func `the registrations of the main container may do anything with it`(deed: Deed) async {
    await #expect(processExitsWith: .success) { [deed] in
      endProcess(after: 50)
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
}
