/// One thing that is wrong with a sheet.
struct SheetProblem {
  /// Where it is: what the fact is about, or what encloses it if that is missing.
  let path: SheetPath
  let fact: String
  /// The words that the user may have meant.
  var near: [String] = []
  let remedy: String
}
