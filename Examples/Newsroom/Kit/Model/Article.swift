/// One article of a feed.
struct Article: Equatable, Sendable {
  var title: String
  var link: String?
  var date: Timestamp?
}

/// What a file says.
struct Feed: Equatable, Sendable {
  var title: String
  var articles: [Article]
}
