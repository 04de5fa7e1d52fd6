/// What a line of a block says about its value, in the comment at its end.
///
///     print(error.code)                // prints notRegistered
///     first === second                 // false: words may follow
///     overriding.resolve(Client.self)       // a FakeClient
///     container.resolveAll(Stage.self) // Timed(Trim()), Timed(Parse())
///     let stage = container.require(Stage.self)   // Timed(Trim())
struct Claim {
  /// The line, with a check instead of the comment.
  let code: String

  /// - Returns: `nil` for a line that says nothing.
  init?(_ line: String) {
    if let print = line.wholeMatch(of: /(\s*)print\((.+)\)\s*\/\/ prints (.+)/) {
      code = "\(print.1)check(\"\(print.3)\", \(print.2))"
    } else if let value = line.wholeMatch(of: /(\s*)([a-z].+?)\s+\/\/ (true|false)\b.*/) {
      code = "\(value.1)check(\"\(value.3)\", \(value.2))"
    } else if let object = line.wholeMatch(of: /(\s*)(\w+\.resolve\(.+?\))\s+\/\/ an? ([A-Z]\w+)\b.*/) {
      code = "\(object.1)check(\"\(object.3)\", type(of: \(object.2)!))"
    } else if let value = line.wholeMatch(of: /(\s*let (\w+) = .+?)\s+\/\/ ([A-Z]\w+\(.*\))/) {
      code = "\(value.1); check(\"\(value.3)\", \(value.2))"
    } else if let value = line.wholeMatch(of: /(\s*)([a-z].+?)\s+\/\/ ([A-Z]\w+\(.*\))/) {
      code = "\(value.1)check(\"\(value.3)\", \(value.2))"
    } else {
      return nil
    }
  }
}
