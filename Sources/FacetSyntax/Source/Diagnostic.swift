/// A located message in the form of the compiler's own, with notes that point at other places.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable { case error, warning, note }

  package var severity: Severity
  package var location: SourceLocation
  package var message: String
  package var notes: [Note]
  /// What is wrong in a word, by which a page counts.
  package var kind = ""
  /// The key that it is about, as the graph names it; empty where the place says it, or no key is missing.
  package var subject: String

  /// A place that explains the message above it.
  package struct Note: Hashable, Sendable {
    package var location: SourceLocation
    package var message: String

    package init(_ message: String, at location: SourceLocation) {
      (self.location, self.message) = (location, message)
    }
  }

  package init(
    _ severity: Severity, _ message: String, at location: SourceLocation, notes: [Note] = [],
    subject: String = ""
  ) {
    (self.severity, self.location, self.message) = (severity, location, message)
    (self.notes, self.subject) = (notes, subject)
  }

  package static func error(
    _ message: String, at location: SourceLocation, notes: [Note] = [], subject: String = ""
  ) -> Diagnostic { Diagnostic(.error, message, at: location, notes: notes, subject: subject) }

  /// The lines that build systems and editors understand: `path:line:column: severity: message`.
  package var lines: [String] {
    ["\(location): \(severity.rawValue): \(message)"]
      + notes.map { "\($0.location): \(Severity.note.rawValue): \($0.message)" }
  }
}

extension [Diagnostic] {
  /// The messages in the order of their places; where two share one place, in the order of their texts.
  package func inSourceOrder() -> [Diagnostic] {
    inOrder { left, right in
      left.location != right.location ? left.location < right.location : left.message < right.message
    }
  }
}
