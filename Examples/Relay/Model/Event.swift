/// What a line says: a record of the output.
struct Event: Sendable, Encodable {
  let source: String
  let line: Int
  /// The moment of the request, as ISO 8601.
  let time: String
  let client: String
  let method: String
  let path: String
  let status: Int
  let size: Int?

  /// The team that answers for the path; found by a stage.
  var team: String?
}
