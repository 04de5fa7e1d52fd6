import Facet

/// One problem of a container.
public struct VerificationProblem: Sendable, CustomStringConvertible {
  /// The kinds of problem.
  public enum Kind: Sendable {
    /// A key is needed, or named in the options, that is not registered.
    case missing
    /// Factories need one another in an endless loop.
    case loop
    /// A key is forwarded to a service that does not have its type.
    case impossibleForward
    /// A factory failed.
    case failedFactory
    /// A key is registered more than once.
    case duplicate
    /// A service certainly ends before a service that holds it.
    case capture
    /// A service must be awaited, or belongs to an actor, and is needed without an `await`.
    case needsAwait
    /// A factory runs twice for one instance.
    case secondBuild
    /// A decorator wraps nothing.
    case unusedDecorator
    /// A close action belongs to a service that the container does not keep.
    case unusedCloseAction
    /// The container is closed.
    case containerClosed

    /// The kind in words, by which a page counts.
    var words: String {
      "\(self)".map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    }
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The key that has the problem.
  public let key: ServiceKey
  /// The entries of the problem: those that need the key, or those along a loop.
  public let entries: [ContainerEntry]

  /// The whole text: the problem, the places, and the remedy.
  public let description: String

  init(
    _ kind: Kind, _ key: ServiceKey, _ entries: [ContainerEntry], headline: String, facts: [Fact],
    remedies: [String]
  ) {
    (self.kind, self.key, self.entries) = (kind, key, entries)
    let lines = [headline, ""] + Fact.columns(facts).map { "  " + $0 } + ["", "To fix this, do one of:"]
    description = (lines + remedies.map { "  • " + $0 }).joined(separator: "\n")
  }
}

/// One line of facts, in columns.
struct Fact {
  let label: String
  let text: String
  let place: String

  init(_ label: String, _ text: String, _ place: String = "") {
    (self.label, self.text, self.place) = (label, text, place)
  }

  /// The lines, with their words in columns.
  static func columns(_ facts: [Fact]) -> [String] {
    let labels = facts.map(\.label.count).max() ?? 0
    let width = facts.filter { !$0.place.isEmpty }.map(\.text.count).max() ?? 0
    return facts.map { fact in
      (labels == 0 ? "" : fact.label.padded(to: labels + 3))
        + (fact.place.isEmpty ? fact.text : fact.text.padded(to: width + 3) + fact.place)
    }
  }
}

/// The texts of keys and entries in one problem.
extension TypeNames {
  /// The name of an actor's type.
  static func name(of actor: any Actor) -> String {
    TypeNames(of: [], [type(of: actor)]).name(type(of: actor))
  }

  func text(_ key: ServiceKey) -> String { text(for: key) }

  /// The key as a step of a path: `Tea "green"`.
  func step(_ key: ServiceKey) -> String {
    name(key.serviceType) + (key.quotedName.map { " " + $0 } ?? "")
  }

  /// One line for each entry; the label stands before the first.
  func facts(_ label: String, _ entries: [ContainerEntry]) -> [Fact] {
    entries.enumerated().map { number, entry in
      Fact(number == 0 ? label : "", text(entry.key), place(entry))
    }
  }

  /// One line for each registration that is near a key.
  func facts(_ near: [ResolutionError.Neighbor]) -> [Fact] {
    near.enumerated().map { number, miss in
      let child = miss.isInChild ? " in a child container" : ""
      let place = miss.target.map { "forwarded\(child) to \(text($0)) at \(miss.location)" }
      return Fact(
        number == 0 ? "Near:" : "", text(miss.key), place ?? "registered\(child) at \(miss.location)")
    }
  }

  func place(_ entry: ContainerEntry) -> String {
    guard let target = entry.target else { return "registered at \(entry.location)" }
    return "forwarded to \(text(target)) at \(entry.location)"
  }
}

extension String {
  /// The text with spaces behind it.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
