/// An element of an XML document.
struct XMLElement: Sendable {
  /// The name as it is written, with its prefix.
  var name: String
  var attributes: [String: String]
  var children: [XMLElement] = []
  /// The text that stands directly in it, without white space around it.
  var text = ""
  var position: Position

  func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text of the first child of this name, unless it is empty.
  func text(of name: String) -> String? { first(name).flatMap { $0.text.isEmpty ? nil : $0.text } }

  func problem(_ reason: String) -> FeedProblem { FeedProblem(position: position, reason: reason) }
}
