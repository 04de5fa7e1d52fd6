import Facet

extension Scenario {
  static var registration: [Scenario] {
    [
      Scenario(
        "register one entry",
        "One of a thousand in a new container; by hand the insert of a closure into a dictionary.",
        goal: 4.0, mostAllocations: nil
      ) {
        Comparison(
          hand: .timingItself { iterations in
            total(iterations) {
              let registration = HandWrittenRegistration()
              let elapsed = nanoseconds { registration.visitAll() }
              consume(registration)
              return elapsed
            }
          },
          facet: .timingItself { iterations in
            total(iterations) {
              let registration = NodeRegistration(container: Container())
              let elapsed = nanoseconds { registration.visitAll() }
              consume(registration.container)
              return elapsed
            }
          }, unitsPerIteration: ThousandRegistrations.count)
      },
      Scenario(
        "start-up of 1,000",
        "Create, register a thousand, resolve the first; by hand a thousand inserts and one call.",
        goal: 5.0, mostAllocations: nil
      ) {
        Comparison(
          hand: .timingItself { iterations in total(iterations, StartUp.byHand) },
          facet: .timingItself { iterations in total(iterations, StartUp.inContainer) })
      },
      Scenario(
        name: "start-up, fresh process", shows: "The same for the first time in a process.",
        goal: .atMost(3.0)
      ) { effort in
        fresh(effort, hand: Task.startUpByHand, facet: Task.startUpInContainer)
      },
      Scenario(
        name: "start-up, fresh, known types",
        shows: "The same, without the time in which the process makes the description of the types.",
        goal: nil
      ) { effort in
        fresh(effort, hand: Task.startUpByHandWithKnownTypes, facet: Task.startUpInContainerWithKnownTypes)
      },
    ]
  }

  /// Measures in processes of their own.
  private static func fresh(_ effort: Effort, hand: String, facet: String) -> Measurement {
    var samples = (hand: [Double](), facet: [Double]())
    for _ in 0..<effort.processes {
      samples.hand.append(FreshProcess.number(hand))
      samples.facet.append(FreshProcess.number(facet))
    }
    return Measurement(
      hand: samples.hand.median, facet: samples.facet.median,
      figure: samples.facet.median / samples.hand.median)
  }

  private static func total(_ iterations: Int, _ run: () -> Double) -> Double {
    (0..<iterations).reduce(0) { sum, _ in sum + run() }
  }
}

/// Making everything that a thousand services need, and the first of them.
///
/// What is made is taken down outside of the time.
enum StartUp {
  static func byHand() -> Double {
    var factories = [ObjectIdentifier: HandWrittenFactory]()
    let elapsed = nanoseconds {
      factories = ThousandRegistrations.byHand()
      consume(factories[ObjectIdentifier(Node<Nine, Nine, Nine>.self)]!())
    }
    consume(factories)
    return elapsed
  }

  static func inContainer() -> Double {
    var container: Container?
    let elapsed = nanoseconds {
      let made = ThousandRegistrations.inContainer()
      consume(made.resolve(Node<Nine, Nine, Nine>.self)!)
      container = made
    }
    consume(container)
    return elapsed
  }
}

/// Looks at each service type once, so that the process knows it.
struct KnownTypes: DigitVisitor {
  func visit<X: Digit, Y: Digit, Z: Digit>(_: X.Type, _: Y.Type, _: Z.Type) {
    consume(ObjectIdentifier(Node<X, Y, Z>.self))
  }
}
