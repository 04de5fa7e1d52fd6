import Foundation

let usage = """
  Usage: benchmarks [--short] [NAME]

  Measures Facet beside hand-written code. Examples/README.md describes each row.

    --short   less exact, and done in a few seconds
    NAME      only the rows with this in their names
  """

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--task" {
  switch arguments.last {
  case "start-up": print(StartUp.run(byHand: false))
  case "start-up by hand": print(StartUp.run(byHand: true))
  case "bytes": print(Memory.bytesPerEntry() ?? .nan)
  default: exit(64)
  }
  exit(0)
}
if arguments.contains(where: { $0.hasPrefix("-") && $0 != "--short" }) {
  print(usage)
  exit(64)
}
let isShort = arguments.contains("--short")
let filter = arguments.first { $0 != "--short" } ?? ""

func line(_ name: String, _ columns: String) {
  print(name.padding(toLength: 48, withPad: " ", startingAt: 0) + columns)
  fflush(nil)
}

line("", "       ns   by hand")
let rows = [resolvingRows, sharingRows, containerRows, failingRows, awaitedRows].flatMap { $0() }
for row in rows where filter.isEmpty || row.name.contains(filter) {
  let (time, ratio) = row.measure(rounds: isShort ? 3 : 9)
  line(row.name, time.column(9) + ratio.column(10))
}
guard filter.isEmpty else { exit(0) }

let rounds = isShort ? 3 : 9
let starts = try (0..<rounds).map { _ in
  try FreshProcess.number("start-up") / FreshProcess.number("start-up by hand")
}
line(
  "start-up of 1,000 new types, fresh process", Double.nan.column(9) + starts.sorted()[rounds / 2].column(10))

for (name, ratio) in threadRatios() { line("two threads on one container: \(name)", ratio.column(19)) }
line("bytes of a registration", try FreshProcess.number("bytes").column(9))
let resolves = isShort ? 100_000 : 1_000_000
if let growth = Memory.growth(of: resolves) {
  line("growth over \(resolves) resolves of each kind, bytes", Double(growth).column(9))
  // Less than one byte for each: what a resolve would keep is more.
  guard growth < resolves else {
    print("The memory grows with the number of resolves.")
    exit(1)
  }
}
