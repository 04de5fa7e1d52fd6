#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures Facet beside hand-written code.
@main
enum Benchmarks {
  static func main() {
    do throws(Options.UsageError) {
      let options = try Options(CommandLine.arguments.dropFirst())
      exit(try run(options))
    } catch {
      fail("\(error.message)\n\n\(Options.help)\n")
    }
  }

  /// Does what the options say and returns the exit code.
  private static func run(_ options: Options) throws(Options.UsageError) -> Int32 {
    if options.showsHelp {
      print(Options.help)
      return 0
    }
    if let task = options.task {
      Task.run(task)
      return 0
    }
    let scenarios = try scenarios(options)
    if options.listsOnly {
      let width = scenarios.map(\.name.count).max() ?? 0
      for scenario in scenarios { print("\(scenario.name.paddedRight(to: width))  \(scenario.shows)") }
      return 0
    }
    let rows = measure(scenarios, options)
    let farOff = rows.filter(\.isFarOff).map(\.scenario.name)
    guard options.isShort, !farOff.isEmpty else { return 0 }
    writeToStandardError("More than twice its goal: \(farOff.joined(separator: "; "))\n")
    return 1
  }

  private static func scenarios(_ options: Options) throws(Options.UsageError) -> [Scenario] {
    guard let filter = options.filter?.lowercased() else { return Scenario.all }
    let chosen = Scenario.all.filter { $0.name.contains(filter) }
    guard !chosen.isEmpty else { throw Options.UsageError(message: "No scenario is named like '\(filter)'.") }
    return chosen
  }

  private static func measure(_ scenarios: [Scenario], _ options: Options) -> [Row] {
    let allocations = AllocationCount.all(scenarios)
    if !options.printsJSON { print(Table.header) }
    var rows = [Row]()
    for scenario in scenarios {
      let row = Row(
        scenario: scenario, measurement: scenario.measure(options.effort),
        allocations: allocations?[scenario.name])
      rows.append(row)
      if !options.printsJSON {
        print(Table.line(row))
        fflush(nil)
      }
    }
    if options.printsJSON {
      print(JSON.text(rows))
    } else if allocations == nil, scenarios.contains(where: { $0.comparison != nil }) {
      print("Allocations: not counted on this platform.")
    }
    return rows
  }

  /// Ends the program because it was called in a wrong way.
  private static func fail(_ message: String) -> Never {
    writeToStandardError(message)
    exit(64)
  }

  private static func writeToStandardError(_ message: String) {
    var message = message
    message.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
