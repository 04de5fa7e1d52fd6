import Facet

extension Scenario {
  static var registration: [Scenario] {
    [
      Scenario(
        "register one entry",
        "One of a thousand in a new container; by hand the insert of a closure into a dictionary.",
        goal: 5.0, countsAllocations: false
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
        goal: 5.0, countsAllocations: false
      ) {
        Comparison(
          hand: .timingItself { iterations in total(iterations, StartUp.byHand) },
          facet: .timingItself { iterations in total(iterations, StartUp.inContainer) })
      },
      Scenario(
        name: "start-up, fresh process", shows: "The same for the first time in a process.",
        goal: .atMost(1.0)
      ) { effort in
        var hand = [Double]()
        var facet = [Double]()
        for _ in 0..<effort.processes {
          hand.append(FreshProcess.number(Task.startUpByHand))
          facet.append(FreshProcess.number(Task.startUpInContainer))
        }
        return Measurement(hand: hand.median, facet: facet.median, figure: facet.median / hand.median)
      },
    ]
  }

  private static func total(_ iterations: Int, _ run: () -> Double) -> Double {
    (0..<iterations).reduce(0) { sum, _ in sum + run() }
  }
}

/// Making everything that a thousand services need, and the first of them. What is made is taken down outside of the time.
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
