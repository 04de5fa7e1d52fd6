import Facet

/// One problem of a container.
public struct VerificationProblem: Sendable {
  /// The kinds of problem.
  public enum Kind: String, Sendable, CaseIterable {
    /// A key is needed that is not registered.
    case missing
    /// Factories need one another in an endless loop.
    case loop
    /// A key is forwarded to a service that does not have its type.
    case impossibleForward
    /// A factory failed.
    case failedFactory
    /// A key is registered more than once.
    case duplicate
    /// A service is held by a service with a longer lifetime.
    case capture
    /// A container keeps a service that keeps the container.
    case leak
    /// A factory runs twice for one instance.
    case secondBuild
    /// A decorator wraps nothing.
    case unusedDecorator
    /// A close action belongs to a service that the container does not keep.
    case unusedCloseAction
    /// The options name a key that is not registered.
    case unusedSample
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The key that has the problem.
  public let key: ServiceKey
  /// The entries of the problem: those that need the key, or those along a loop.
  public let entries: [ContainerEntry]

  let text: ProblemText

  init(_ kind: Kind, _ key: ServiceKey, _ entries: [ContainerEntry], _ text: ProblemText) {
    self.kind = kind
    self.key = key
    self.entries = entries
    self.text = text
  }
}

extension VerificationProblem: CustomStringConvertible {
  /// The whole text: the problem, the places, and the remedy.
  public var description: String { text.text }
}

/// The text of a problem, in the form of all messages.
struct ProblemText: Sendable {
  /// One line of facts, in columns.
  struct Fact: Sendable {
    let label: String
    let text: String
    let place: String

    init(_ label: String, _ text: String, _ place: String = "") {
      self.label = label
      self.text = text
      self.place = place
    }
  }

  /// The remedy if only a child has the service.
  static let childRemedy = "Verify the child container. That checks what it needs of this one."

  /// The remedy if only a future child has the service.
  static let laterChildRemedy = "If child containers register it, verify one of these instead."

  let headline: String
  var facts: [Fact]
  var remedies: [String]

  var text: String {
    var lines = [headline, ""]
    lines += Columns.text(of: facts).map { "  " + $0 }
    lines += ["", "To fix this, do one of:"]
    lines += remedies.map { "  • " + $0 }
    return lines.joined(separator: "\n")
  }
}

/// Aligns words in columns.
enum Columns {
  static func text(of facts: [ProblemText.Fact]) -> [String] {
    let labels = (facts.map(\.label.count).max() ?? 0) + 3
    let width = (facts.filter { !$0.place.isEmpty }.map(\.text.count).max() ?? 0) + 3
    return facts.map { fact in
      let label = labels == 3 ? "" : padded(fact.label, to: labels)
      return label + (fact.place.isEmpty ? fact.text : padded(fact.text, to: width) + fact.place)
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// The names of types and keys in the text of one problem.
struct ProblemNames {
  private let names: TypeNames

  init(_ keys: [ServiceKey], _ types: [Any.Type] = []) {
    names = TypeNames(of: keys, types)
  }

  /// The name of an actor's type.
  static func name(of actor: any Actor) -> String {
    ProblemNames([], [type(of: actor)]).name(type(of: actor))
  }

  func text(_ key: ServiceKey) -> String { names.text(for: key) }

  func name(_ type: Any.Type) -> String { names.name(type) }

  /// The type as code that compiles.
  func code(_ type: Any.Type) -> String { names.code(type) }

  /// The key as a step of a path: `Tea "green"`.
  func step(_ key: ServiceKey) -> String {
    names.name(key.serviceType) + (key.quotedName.map { " " + $0 } ?? "")
  }

  /// One line for each entry; the label stands before the first.
  func facts(_ label: String, _ entries: [ContainerEntry]) -> [ProblemText.Fact] {
    entries.enumerated().map { number, entry in
      ProblemText.Fact(number == 0 ? label : "", text(entry.key), place(entry))
    }
  }

  /// One line for each registration that is near a key.
  func facts(_ near: [ResolutionError.Neighbor]) -> [ProblemText.Fact] {
    near.enumerated().map { number, miss in
      let child = miss.isInChild ? " in a child container" : ""
      let place = miss.target.map { "forwarded\(child) to \(text($0)) at \(miss.location)" }
      return ProblemText.Fact(
        number == 0 ? "Near:" : "", text(miss.key), place ?? "registered\(child) at \(miss.location)")
    }
  }

  func place(_ entry: ContainerEntry) -> String {
    guard let target = entry.target else { return "registered at \(entry.location)" }
    return "forwarded to \(text(target)) at \(entry.location)"
  }

  /// The type as an expression that compiles, such as `(any Tea).self`.
  func metatype(_ type: Any.Type) -> String { names.metatype(type) }

  /// The arguments of a call that names a key, such as `Tea.self, name: "green"`.
  func call(_ key: ServiceKey) -> String {
    metatype(key.serviceType) + (key.name.map { ", name: \($0.debugDescription)" } ?? "")
  }
}
