/// What the user asked for.
enum CommandLineArguments {
  /// Plan the day of a sheet; `nil` for the shipped one.
  case plan(sheet: String?)
  case help
  case misuse(String)

  init(_ arguments: some Collection<String>) {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      self = .help
    } else if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      self = .misuse("There is no option '\(option)'.")
    } else if arguments.count > 1 {
      self = .misuse("Only one sheet can be planned at a time; \(arguments.count) were given.")
    } else {
      self = .plan(sheet: arguments.first)
    }
  }

  static let usage = """
    Usage: clinic [sheet.json]

    Prints the plan and the bills of a day at the clinic.

      sheet.json   the owners, animals and visits of the day; a sheet of the example's own if left out
      -h, --help   prints this text

    To see how it is wired: swift run facet graph --sources Examples/Clinic --format html --output clinic.html
    """
}
