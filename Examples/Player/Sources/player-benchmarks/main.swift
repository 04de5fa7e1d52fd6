// The generated resolve() against the same wiring by hand: rounds of both in turn, medians, their ratio.
// swift run -c release --package-path Examples/Player player-benchmarks

import Foundation

@inline(never) func consume(_ model: ViewModel) { withExtendedLifetime(model) {} }

let repetitions = 1_000_000
let clock = ContinuousClock()

func nanoseconds(_ body: () -> Void) -> Double {
  let duration = clock.measure(body)
  let attoseconds = Double(duration.components.seconds) * 1e18 + Double(duration.components.attoseconds)
  return attoseconds / 1e9 / Double(repetitions)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

var generated: [Double] = []
var handwritten: [Double] = []
for round in 0..<16 {
  let resolver = ViewModelResolver()
  let first = nanoseconds { for _ in 0..<repetitions { consume(makeViewModel()) } }
  let second = nanoseconds { for _ in 0..<repetitions { consume(resolver.resolve()) } }
  // The first round warms up.
  guard round > 0 else { continue }
  handwritten.append(first)
  generated.append(second)
}
print("by hand:    \(rounded(median(handwritten))) ns")
print("resolve():  \(rounded(median(generated))) ns")
print("ratio:      \(rounded(median(generated) / median(handwritten)))")
