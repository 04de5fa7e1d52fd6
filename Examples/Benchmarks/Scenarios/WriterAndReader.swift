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
        let medians = Comparison.medians(
          of: [
            loop(read: { consume(factories.make(Leaf.self)) }),
            loop(read: { consume(factories.make(Leaf.self)) }, write: { factories.registerThousand() }),
            loop(read: { consume(container.resolve(Leaf.self)!) }),
            loop(
              read: { consume(container.resolve(Leaf.self)!) },
              write: { NodeRegistration(container: container).visitAll() }),
          ], effort)
        let kept = medians[2] / medians[3]
        return Measurement(hand: medians[0] / medians[1], facet: kept, figure: kept)
      }
    ]
  }

  /// A loop that reads, and is timed, beside a thread that writes until it ends.
  @inline(__always)
  private static func loop(
    read: @escaping @Sendable () -> Void, write: (@Sendable () -> Void)? = nil
  ) -> Loop {
    .timingItself { iterations in
      let flag = Flag()
      let elapsed = Mutex(0.0)
      let reader: @Sendable () -> Void = {
        let start = ContinuousClock.now
        for _ in 0..<iterations { read() }
        let time = (ContinuousClock.now - start).components
        elapsed.withLock { $0 = Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9 }
        flag.raise()
      }
      let writer: @Sendable () -> Void = {
        while let write, !flag.isRaised { write() }
      }
      _ = Threads.run([reader, writer])
      return elapsed.withLock { $0 }
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
