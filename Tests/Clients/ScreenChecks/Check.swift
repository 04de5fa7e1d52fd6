import Foundation

/// How many checks there were.
@MainActor private(set) var checks = 0

/// Ends the program with an error unless something holds.
@MainActor func check(_ what: String, _ holds: Bool) {
  checks += 1
  guard !holds else { return }
  print("error: not so: \(what)")
  exit(1)
}

/// What a view reads and a check changes.
@MainActor final class Changing<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// A list that tasks write to.
final class Log: @unchecked Sendable {
  // Unchecked: `list` is touched while `lock` is held.
  private let lock = NSLock()
  private var list: [String] = []

  var all: [String] { lock.withLock { list } }

  func add(_ line: String) { lock.withLock { list.append(line) } }
}
