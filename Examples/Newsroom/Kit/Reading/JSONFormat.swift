import Foundation

/// JSON Feed 1.
struct JSONFormat: Sendable {
  func feed(in source: SourceText) throws(FeedProblem) -> Feed {
    let document = try decode(source)
    guard document.version.hasPrefix("https://jsonfeed.org/version/1") else {
      throw problem(
        "'\(document.version)' is no version of JSON Feed that is read here", [.key("version")], source)
    }
    var articles: [Article] = []
    for (index, item) in document.items.enumerated() {
      guard let title = item.title ?? item.summary ?? item.content_text else {
        throw problem(
          "the item has neither a title nor a text", [.key("items"), .index(index)], source)
      }
      var date: Timestamp?
      if let text = item.date_published {
        date = Timestamp(internetDate: text)
        if date == nil {
          let reason = "'\(text)' is no date such as '2026-03-14T10:30:00+01:00'"
          throw problem(reason, [.key("items"), .index(index), .key("date_published")], source)
        }
      }
      articles.append(Article(title: title, link: item.url, date: date))
    }
    return Feed(title: document.title, articles: articles)
  }

  // The names are those of the format.
  private struct Document: Decodable {
    var version: String
    var title: String
    var items: [Item]
  }

  private struct Item: Decodable {
    var title: String?
    var summary: String?
    var content_text: String?
    var url: String?
    var date_published: String?
  }

  private func decode(_ source: SourceText) throws(FeedProblem) -> Document {
    do {
      return try JSONDecoder().decode(Document.self, from: Data(source.text.utf8))
    } catch DecodingError.keyNotFound(let key, let context) {
      throw problem("'\(key.stringValue)' is missing", context.codingPath, source)
    } catch DecodingError.typeMismatch(let type, let context) {
      throw problem("this should be \(words(for: type))", context.codingPath, source)
    } catch DecodingError.valueNotFound(let type, let context) {
      throw problem("this should be \(words(for: type)), not null", context.codingPath, source)
    } catch {
      // Not JSON: the locator meets the same place.
      var locator = JSONLocator(source)
      throw source.problem("this is not JSON", at: locator.firstFault ?? 0)
    }
  }

  private func words(for type: Any.Type) -> String {
    if type == String.self { return "a text" }
    return String(describing: type).hasPrefix("Array") ? "a list" : "an object"
  }

  private func problem(_ reason: String, _ path: [JSONLocator.Step], _ source: SourceText) -> FeedProblem {
    var locator = JSONLocator(source)
    return source.problem(reason, at: locator.index(of: path))
  }

  private func problem(_ reason: String, _ path: [any CodingKey], _ source: SourceText) -> FeedProblem {
    problem(reason, path.map { $0.intValue.map(JSONLocator.Step.index) ?? .key($0.stringValue) }, source)
  }
}
