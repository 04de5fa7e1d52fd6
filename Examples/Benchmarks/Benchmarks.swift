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
    let sections = try sections(options)
    if options.listsOnly {
      let scenarios = sections.flatMap(\.scenarios)
      let width = scenarios.map(\.name.count).max() ?? 0
      for scenario in scenarios { print("\(scenario.name.paddedRight(to: width))  \(scenario.shows)") }
      return 0
    }
    let rows = measure(sections, options)
    let complaints =
      complaint("Allocates more than it may", rows.filter(\.allocatesTooMuch))
      + complaint(
        "Allocations were not counted, which takes libc_malloc_debug.so.0", rows.filter(\.lacksAllocations))
    writeToStandardError(complaints)
    return complaints.isEmpty ? 0 : 1
  }

  private static func complaint(_ text: String, _ rows: [Row]) -> String {
    rows.isEmpty ? "" : "\(text): \(rows.map(\.scenario.name).joined(separator: "; "))\n"
  }

  private static func sections(_ options: Options) throws(Options.UsageError) -> [Section] {
    guard let filter = options.filter?.lowercased() else { return Section.all }
    let chosen = Section.all.map { $0.filtered { $0.name.lowercased().contains(filter) } }
      .filter { !$0.scenarios.isEmpty }
    guard !chosen.isEmpty else { throw Options.UsageError(message: "No scenario is named like '\(filter)'.") }
    return chosen
  }

  private static func measure(_ sections: [Section], _ options: Options) -> [Row] {
    let scenarios = sections.flatMap(\.scenarios)
    let allocations = AllocationCount.all(scenarios)
    if !options.printsJSON { print(Table.header) }
    var rows = [Row]()
    for section in sections {
      if !options.printsJSON { print(Table.title(section)) }
      for scenario in section.scenarios {
        let row = Row(
          scenario: scenario, measurement: scenario.measure(options.effort),
          allocations: allocations?[scenario.name])
        rows.append(row)
        if !options.printsJSON {
          print(Table.line(row))
          fflush(nil)
        }
      }
    }
    if options.printsJSON {
      print(JSON.text(rows))
    } else if !AllocationCount.isPossible, scenarios.contains(where: { $0.comparison != nil }) {
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
