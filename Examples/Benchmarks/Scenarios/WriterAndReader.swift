import Facet
import Synchronization

extension Scenario {
  static var writerAndReader: [Scenario] {
    [
      Scenario(
        name: "reader beside a writer",
        shows: "The speed that a reader keeps while a second thread registers all the time.",
        goal: .atLeast(0.5), figure: .throughput, unit: .factor
      ) { effort in
        let factories = SharedFactories()
        let container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.transient)
        let medians = Threads.medians(
          of: [
            run(read: { consume(factories.make(Leaf.self)) }),
            run(read: { consume(factories.make(Leaf.self)) }, write: { factories.registerThousand() }),
            run(read: { consume(container.resolve(Leaf.self)!) }),
            run(
              read: { consume(container.resolve(Leaf.self)!) },
              write: { NodeRegistration(container: container).visitAll() }),
          ], \.spans[0].nanoseconds, effort)
        let kept = medians[2] / medians[3]
        return Measurement(hand: medians[0] / medians[1], facet: kept, figure: kept)
      }
    ]
  }

  /// Reads, beside a thread that writes until the reader ends.
  @inline(__always)
  private static func run(
    read: @escaping @Sendable () -> Void, write: (@Sendable () -> Void)? = nil
  ) -> (_ iterations: Int) -> ThreadRun {
    { iterations in
      let isOver = Flag()
      let reader: @Sendable () -> Void = {
        for _ in 0..<iterations { read() }
        isOver.raise()
      }
      guard let write else { return Threads.run([reader]) }
      return Threads.run([reader, { while !isOver.isRaised { write() } }])
    }
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .acquiring) }

  func raise() { value.store(true, ordering: .releasing) }
}

/// What one writes to register from any thread: a lock around a dictionary of closures.
private final class SharedFactories: Sendable {
  private let factories = Mutex<[ObjectIdentifier: HandWrittenFactory]>([
    ObjectIdentifier(Leaf.self): { Leaf() }
  ])

  func make<Service: AnyObject>(_ type: Service.Type) -> Service {
    let factory = factories.withLock { $0[ObjectIdentifier(type)]! }
    return unsafeDowncast(factory(), to: type)
  }

  func registerThousand() {
    Registration(factories: self).visitAll()
  }

  private struct Registration: DigitVisitor {
    let factories: SharedFactories

    func visit<X: Digit, Y: Digit, Z: Digit>(_: X.Type, _: Y.Type, _: Z.Type) {
      factories.factories.withLock {
        $0[ObjectIdentifier(Node<X, Y, Z>.self)] = { Node<X, Y, Z>(beside: nil, below: nil) }
      }
    }
  }
}
