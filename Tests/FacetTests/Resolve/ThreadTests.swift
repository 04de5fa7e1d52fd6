import FacetTestSupport
import Testing

@testable import Facet

/// What a thread keeps while it resolves.
@Suite(.offPool, .timeLimit(.minutes(5))) struct ThreadTests {
  private let made = Records()

  /// Runs a test on a thread of its own, whose state nobody else uses.
  private func onThread(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Thread) -> Void
  ) {
    let run = ThreadRun {
      body(Thread.current)
      return true
    }
    #expect(run.result == true, sourceLocation: sourceLocation)
  }

  @Test func `a thread has one state, and two threads have two`() {
    let (other, stop) = (Worker(), Worker())
    let threads = [other, other, stop].map { $0.run { Thread.current } }
    #expect(threads[0] != nil && threads[0] == threads[1])
    #expect(threads[2] != nil && threads[0] != threads[2])
    #expect(threads[0]?.number != threads[2]?.number)
  }

  @Test func `a thread is found by its number, and has one party`() {
    onThread { thread in
      #expect(thread.number != 0)
      #expect(Thread.party(of: thread.number) === thread.party)
      #expect(thread.party.thread == thread)
      #expect(Thread.current.party === thread.party)
    }
    #expect(Thread.party(of: 0) == nil)
  }

  @Test func `a worker is not the main thread`() {
    onThread { thread in #expect(!thread.isMainThread) }
  }

  @Test func `a joined cycle is the running one within its block`() {
    onThread { thread in
      let graph = GraphIdentifier()
      thread.withCycle(graph, asking: nil) {
        #expect(thread.identifier === graph)
        #expect(thread.isInCycle)
        thread.withCycle(graph, asking: nil) { #expect(thread.identifier === graph) }
        #expect(thread.identifier === graph)
      }
      #expect(isAtRest(thread))
    }
  }

  @Test func `cycles that rest come back in the order in which their blocks end`() {
    onThread { thread in
      let graphs = (0..<4).map { _ in GraphIdentifier() }
      func nest(_ depth: Int) {
        guard depth < graphs.count else { return }
        thread.withCycle(graphs[depth], asking: nil) {
          #expect(thread.identifier === graphs[depth])
          nest(depth + 1)
          #expect(thread.identifier === graphs[depth])
        }
      }
      nest(0)
      #expect(isAtRest(thread))
    }
  }

  @Test func `a cycle that rests goes on when it is joined again, and rests again afterwards`() {
    onThread { thread in
      let (first, second, third) = (GraphIdentifier(), GraphIdentifier(), GraphIdentifier())
      thread.withCycle(first, asking: nil) {
        thread.withCycle(second, asking: nil) {
          thread.withCycle(first, asking: nil) {
            #expect(thread.identifier === first)
            thread.withCycle(third, asking: nil) {
              #expect(thread.identifier === third)
              thread.withCycle(second, asking: nil) { #expect(thread.identifier === second) }
              #expect(thread.identifier === third)
            }
            #expect(thread.identifier === first)
          }
          #expect(thread.identifier === second)
        }
        #expect(thread.identifier === first)
      }
      #expect(isAtRest(thread))
    }
  }

  @Test func `cycles that rest come back also when a block throws`() {
    onThread { thread in
      let (first, second) = (GraphIdentifier(), GraphIdentifier())
      let isThrown = throwsSpill {
        try thread.withCycle(first, asking: nil) {
          let isThrown = throwsSpill {
            try thread.withCycle(second, asking: nil) {
              #expect(throwsSpill { try thread.withCycle(first, asking: nil) { throw Spill() } })
              #expect(thread.identifier === second)
              throw Spill()
            }
          }
          #expect(isThrown)
          #expect(thread.identifier === first)
          throw Spill()
        }
      }
      #expect(isThrown)
      #expect(isAtRest(thread))
    }
  }

  @Test func `a cycle has its entries again when it comes back`() {
    let records = made.make(3)
    onThread { thread in
      let (first, second) = (GraphIdentifier(), GraphIdentifier())
      thread.withCycle(first, asking: nil) {
        append(records[0], thread)
        thread.withCycle(second, asking: nil) {
          #expect(thread.state.cycle.count == 0)
          append(records[1], thread)
          append(records[2], thread)
          thread.withCycle(first, asking: nil) { #expect(has([records[0]], thread)) }
          #expect(has([records[1], records[2]], thread))
        }
        #expect(has([records[0]], thread))
      }
      #expect(isAtRest(thread))
    }
  }

  @Test func `the path is what is being built, from the outside in`() {
    let records = ["tray", "cup", "tea"].map { made.make($0) }
    onThread { thread in
      #expect(thread.path.count == 0)
      for record in records {
        thread.state.frames.append(.sample(record))
      }
      #expect(thread.path.map { $0.key.name ?? "" } == ["tray", "cup", "tea"])
      thread.pop()
      #expect(thread.path.map { $0.key.name ?? "" } == ["tray", "cup"])
      thread.pop()
      thread.pop()
    }
  }

  @Test func `frames stay as they are while their memory grows`() {
    let record = made.make()
    onThread { thread in
      for number in 0..<1_000 {
        var frame = Frame.sample(record)
        frame.depth = Int16(number)
        thread.state.frames.append(frame)
      }
      #expect((0..<1_000).allSatisfy { thread.state.frames[$0].depth == $0 })
      for _ in 0..<1_000 { thread.pop() }
      #expect(thread.state.frames.count == 0)
    }
  }

  @Test func `the state of an ended thread serves a later one`() {
    let container = Container()
    container.register { Tea() }
    for _ in 0..<50 {
      let run = ThreadRun { container.resolve(Tea.self) != nil && isAtRest(Thread.current) }
      #expect(run.result == true)
    }
  }
}

private struct Spill: Error {}

/// Whether `body` throws a `Spill`.
private func throwsSpill(_ body: () throws -> Void) -> Bool {
  do {
    try body()
    return false
  } catch {
    return error is Spill
  }
}

/// Whether nothing is left of what a thread did.
private func isAtRest(_ thread: Thread) -> Bool {
  !thread.state.isInside && thread.state.blockCount == 0 && thread.state.frames.count == 0
    && thread.state.cycle.count == 0 && thread.state.cycleIdentifier == nil
    && thread.state.cycleNumber == 0 && thread.state.resting.allSatisfy { $0 == nil }
}

/// Adds an entry of a record to the running cycle.
private func append(_ record: Record, _ thread: Thread) {
  let (record, builder) = (Borrowed(record), record.borrowedOwner)
  _ = thread.state.cycle.append(record, builder, nil, .graph, Cycle.hash(record, builder))
}

/// Whether the running cycle has entries of these records, in this order.
private func has(_ records: [Record], _ thread: Thread) -> Bool {
  thread.state.cycle.count == records.count
    && records.indices.allSatisfy {
      thread.state.cycle[$0].record.object === records[$0]
    }
}
