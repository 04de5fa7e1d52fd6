#if os(macOS) || os(Linux) || os(Windows)
  import FacetTestSupport
  import Synchronization
  import Testing

  @testable import Facet

  /// What is released, and when, where nobody else resolves: each test has a process of its own.
  @Suite(.timeLimit(.minutes(5))) struct LoneReclamationTests {
    @Test func `an object is released at once when nobody is inside`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let notes = Recorder<String>()
        Reclamation.retire(Farewell { notes.add("tea") })
        #expect(notes.all == ["tea"])
      }
    }

    @Test func `a participant that leaves releases at once what it alone has held`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let notes = Recorder<String>()
        var participant = Reclamation.makeParticipant()
        participant.enter()
        Reclamation.retire(Farewell { notes.add("tea") })
        #expect(participant.leave())
        Reclamation.collect()
        #expect(notes.all == ["tea"])
      }
    }

    @Test func `a participant that has held nothing need not collect`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        var (first, second) = (Reclamation.makeParticipant(), Reclamation.makeParticipant())
        first.enter()
        Reclamation.retire(Tea())
        second.enter()
        #expect(!second.leave())
        #expect(first.leave())
        Reclamation.collect()
      }
    }

    @Test func `objects are released in the order in which they were retired`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let notes = Recorder<String>()
        var participant = Reclamation.makeParticipant()
        participant.enter()
        for number in 1...5 { Reclamation.retire(Farewell { notes.add("\(number)") }) }
        #expect(notes.all == [])
        #expect(participant.leave())
        Reclamation.collect()
        #expect(notes.all == ["1", "2", "3", "4", "5"])
      }
    }

    @Test func `what was retired before an earlier participant came goes before the rest`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let notes = Recorder<String>()
        var (first, second) = (Reclamation.makeParticipant(), Reclamation.makeParticipant())
        first.enter()
        Reclamation.retire(Farewell { notes.add("tea") })
        second.enter()
        Reclamation.retire(Farewell { notes.add("cake") })
        #expect(first.leave())
        Reclamation.collect()
        #expect(notes.all == ["tea"])
        #expect(second.leave())
        Reclamation.collect()
        #expect(notes.all == ["tea", "cake"])
      }
    }

    @Test func `an object whose mark came too late goes with the next retirement`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let notes = Recorder<String>()
        var participant = Reclamation.makeParticipant()
        participant.enter()
        Reclamation.retire(Farewell { notes.add("tea") })
        // As if it had been set after the participant looked at it.
        participant.presence.pointee.epoch.bitwiseAnd(~1, ordering: .relaxed)
        #expect(!participant.leave())
        #expect(notes.all == [])
        Reclamation.retire(Farewell { notes.add("cake") })
        #expect(notes.all == ["tea", "cake"])
      }
    }

    @Test func `an object that retires others as it goes releases them, too`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let notes = Recorder<String>()
        Reclamation.retire(
          Farewell {
            notes.add("tray")
            Reclamation.retire(Farewell { notes.add("tea") })
            Reclamation.retire(Farewell { notes.add("cake") })
          })
        #expect(notes.all == ["tray", "tea", "cake"])
      }
    }

    @Test func `an object that enters and leaves as it goes holds nothing for ever`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let notes = Recorder<String>()
        var participant = Reclamation.makeParticipant()
        participant.enter()
        Reclamation.retire(
          Farewell {
            var inner = Reclamation.makeParticipant()
            inner.enter()
            Reclamation.retire(Farewell { notes.add("tea") })
            notes.add("tray")
            if inner.leave() { Reclamation.collect() }
          })
        #expect(participant.leave())
        Reclamation.collect()
        #expect(notes.all == ["tray", "tea"])
      }
    }

    @Test func `what a participant cannot collect while another thread retires goes with that`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        // So many that it takes a while to mark all of them; the newest is the first.
        for _ in 0..<100_000 { _ = Reclamation.makeParticipant() }
        var participant = Reclamation.makeParticipant()
        let notes = Recorder<Int>()
        for round in 1...20 {
          participant.enter()
          let retired = ThreadRun { Reclamation.retire(Farewell { notes.add(round) }) }
          // The other thread has marked this one, and is still at the others.
          while participant.presence.pointee.epoch.load(ordering: .relaxed) & 1 == 0 {}
          #expect(participant.leave())
          Reclamation.collect()
          #expect(retired.result != nil)
          #expect(notes.all.last == round)
        }
      }
    }

    @Test func `a hundred thousand retired objects are released on a small stack`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let count = ThreadRun(stackSize: 512 << 10) {
          let notes = Recorder<String>()
          var participant = Reclamation.makeParticipant()
          participant.enter()
          for _ in 0..<100_000 { Reclamation.retire(Farewell { notes.add("") }) }
          if participant.leave() { Reclamation.collect() }
          return notes.all.count
        }
        #expect(count.result == 100_000)
      }
    }
  }
#endif
