/// A kind of feed in XML.
///
/// Each is registered under the name of its root element, by which the reader asks for it.
protocol XMLFormat: Sendable {
  /// Reads the feed in a document.
  func feed(in root: XMLElement) throws(FeedProblem) -> Feed
}

/// RSS 2.0.
struct RSSFormat: XMLFormat {
  func feed(in root: XMLElement) throws(FeedProblem) -> Feed {
    guard let channel = root.first("channel") else { throw root.problem("'<rss>' has no '<channel>'") }
    guard let title = channel.text(of: "title") else { throw channel.problem("'<channel>' has no title") }
    var articles: [Article] = []
    for item in channel.all("item") {
      guard let title = item.text(of: "title") ?? item.text(of: "description") else {
        throw item.problem("'<item>' has neither a title nor a description")
      }
      articles.append(Article(title: title, link: item.text(of: "link"), date: try date(of: item)))
    }
    return Feed(title: title, articles: articles)
  }

  private func date(of item: XMLElement) throws(FeedProblem) -> Timestamp? {
    guard let element = item.first("pubDate") else { return nil }
    guard let date = Timestamp(mailDate: element.text) else {
      throw element.problem("'\(element.text)' is no date such as 'Sat, 14 Mar 2026 10:30:00 +0100'")
    }
    return date
  }
}

/// Atom 1.0.
struct AtomFormat: XMLFormat {
  func feed(in root: XMLElement) throws(FeedProblem) -> Feed {
    guard let title = root.text(of: "title") else { throw root.problem("'<feed>' has no title") }
    var articles: [Article] = []
    for entry in root.all("entry") {
      guard let title = entry.text(of: "title") else { throw entry.problem("'<entry>' has no title") }
      articles.append(Article(title: title, link: link(of: entry), date: try date(of: entry)))
    }
    return Feed(title: title, articles: articles)
  }

  private func link(of entry: XMLElement) -> String? {
    let links = entry.all("link")
    return (links.first { ($0.attributes["rel"] ?? "alternate") == "alternate" })?.attributes["href"]
  }

  private func date(of entry: XMLElement) throws(FeedProblem) -> Timestamp {
    guard let element = entry.first("published") ?? entry.first("updated") else {
      throw entry.problem("'<entry>' has no date")
    }
    guard let date = Timestamp(internetDate: element.text) else {
      throw element.problem("'\(element.text)' is no date such as '2026-03-14T10:30:00+01:00'")
    }
    return date
  }
}
