/// What a line says.
///
/// Texts are places in the bytes of the batch, so that a line costs no memory of its own. An empty one is missing in the line.
struct Event: Sendable {
  let moment: Moment
  var client = 0..<0
  var method = 0..<0
  var path = 0..<0
  var level = 0..<0
  var message = 0..<0
  var status: Int?
  var size: Int?

  /// The team that answers for the path; found by a stage.
  var team: String?
}
