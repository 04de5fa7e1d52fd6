import Foundation

let help = """
  USAGE: RandomPrograms [--seed NUMBER] [--count NUMBER] [--threads] [--tasks]
         Runs random programs of containers, and compares what they do with a slow and obvious reference.
         --threads, --tasks   runs each over several threads, or tasks, and checks what is promised then
  """

var (seed, count) = (UInt64.random(in: 0..<1_000_000_000), 10_000)
var ways: [Generator.Way] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--threads": ways.append(.threads)
  case "--tasks": ways.append(.tasks)
  case "--seed":
    if let value = arguments.popFirst().flatMap({ UInt64($0) }) { seed = value } else { fallthrough }
  case "--count":
    if let value = arguments.popFirst().flatMap({ Int($0) }) { count = value } else { fallthrough }
  default:
    print(help)
    exit(64)
  }
}
for way in ways.isEmpty ? [.alone] : ways {
  guard await run(seed, count, way) else { exit(1) }
}

/// Runs programs; each has a seed of its own, so that one can be run again.
///
/// It is of no actor, so that it stays on one thread.
@concurrent private func run(_ seed: UInt64, _ count: Int, _ way: Generator.Way) async -> Bool {
  let start = Date()
  for number in 0..<UInt64(count) {
    let own = seed &+ number
    var generator = Generator(seed: own, way)
    let program = generator.program()
    guard let divergence = await Divergence.find(in: program, way) else { continue }
    print("Seed \(own), \(way):\n\(program.swift)\n\(divergence)")
    fflush(nil)
    let smallest = await Shrinker(way: way).smallest(of: program)
    let rest = await Divergence.find(in: smallest, way, tries: 3_000)
    print("\nThe smallest program that diverges:\n\(smallest.swift)\n\(rest ?? divergence)")
    return false
  }
  let speed = Int(Double(count) / Date().timeIntervalSince(start))
  print("\(count) programs, \(way), seeds from \(seed): as promised (\(speed) each second)")
  fflush(nil)
  return true
}
