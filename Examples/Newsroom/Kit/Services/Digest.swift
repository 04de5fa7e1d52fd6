/// Writes the articles of all feeds, the newest first, by day.
struct Digest: Sendable {
  /// The lines of the digest.
  func lines(of feeds: [Feed]) -> [String] {
    let articles = feeds.flatMap { feed in feed.articles.map { (feed: feed.title, article: $0) } }
    var lines = ["\(count(articles.count, "article")) from \(count(feeds.count, "feed"))"]
    // Equal moments stay in the order of the files.
    let sorted = articles.enumerated().sorted { left, right in
      let dates = (left.element.article.date, right.element.article.date)
      return switch dates {
      case (let left?, let right?) where left != right: left > right
      case (nil, _?): false
      case (_?, nil): true
      default: left.offset < right.offset
      }
    }
    var day: String?
    for (feed, article) in sorted.map(\.element) {
      let newDay = article.date?.day ?? "without a date"
      if newDay != day { lines += ["", newDay] }
      day = newDay
      lines.append("  \(article.date?.time ?? "     ")  \(article.title.inOneLine) (\(feed.inOneLine))")
      if let link = article.link { lines.append("         \(link)") }
    }
    return lines
  }

  private func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
}

extension String {
  /// With one space wherever there is white space.
  fileprivate var inOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
