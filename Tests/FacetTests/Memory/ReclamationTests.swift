import FacetTestSupport
import Testing

@testable import Facet

/// What is released, and when, beside other threads that resolve.
@Suite(.offPool, .timeLimit(.minutes(5))) struct ReclamationTests {
  private let notes = Recorder<String>()

  /// Retires an object that notes its end.
  private func retire(_ name: String) {
    Reclamation.retire(Farewell { [notes] in notes.add(name) })
  }

  private func isReleased(_ name: String) async -> Bool {
    await FacetTestSupport.isReleased { notes.all.contains(name) ? nil : notes }
  }

  private func leave(_ participant: Reclamation.Participant) {
    if participant.leave() { Reclamation.collect() }
  }

  @Test func `an object is held while a participant is inside that entered before`() async {
    var participant = Reclamation.makeParticipant()
    participant.enter()
    retire("tea")
    Reclamation.collect()
    #expect(notes.all == [])
    leave(participant)
    #expect(await isReleased("tea"))
  }

  @Test func `an object is held until the last of the earlier participants leaves`() async {
    var (first, second) = (Reclamation.makeParticipant(), Reclamation.makeParticipant())
    first.enter()
    second.enter()
    retire("tea")
    leave(first)
    #expect(notes.all == [])
    leave(second)
    #expect(await isReleased("tea"))
  }

  @Test func `a participant that entered later holds nothing`() async {
    var (first, second) = (Reclamation.makeParticipant(), Reclamation.makeParticipant())
    first.enter()
    retire("tea")
    second.enter()
    leave(first)
    #expect(await isReleased("tea"))
    retire("cake")
    #expect(notes.all == ["tea"])
    leave(second)
    #expect(await isReleased("cake"))
  }

  @Test func `a participant that enters again holds nothing from before`() async {
    var (first, second) = (Reclamation.makeParticipant(), Reclamation.makeParticipant())
    first.enter()
    second.enter()
    retire("tea")
    leave(first)
    first.enter()
    leave(second)
    #expect(await isReleased("tea"))
    leave(first)
  }

  @Test func `what one thread holds another one releases at its end`() async {
    let (inside, notes) = (Stop(), notes)
    let reader = ThreadRun {
      var participant = Reclamation.makeParticipant()
      participant.enter()
      inside.halt()
      if participant.leave() { Reclamation.collect() }
      return true
    }
    #expect(inside.waitForArrival())
    retire("tea")
    #expect(notes.all == [])
    inside.release()
    #expect(reader.result == true)
    #expect(await isReleased("tea"))
  }

  @Test func `threads that enter, retire and leave at random release everything`() async {
    let released = Counter()
    let threads = (0..<4).map { _ in
      ThreadRun {
        var participant = Reclamation.makeParticipant()
        for _ in 0..<2_000 {
          participant.enter()
          Reclamation.retire(Farewell { released.next() })
          if participant.leave() { Reclamation.collect() }
        }
        return true
      }
    }
    for thread in threads { #expect(thread.result == true) }
    // The mark may come at the very moment of the last end: then it takes one more retirement.
    #expect(
      await FacetTestSupport.isReleased {
        Reclamation.retire(Tea())
        return released.value == 8_000 ? nil : released
      })
  }
}
