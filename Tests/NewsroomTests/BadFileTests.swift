import Facet
import FacetTesting
import Testing

@testable import NewsroomKit

/// A file that cannot be read, and what is said of it.
struct BadFile: CustomTestStringConvertible, Sendable {
  let text: String
  let problem: String

  init(_ text: String, _ problem: String) {
    self.text = text
    self.problem = problem
  }

  var testDescription: String { problem }

  static let xml = [
    BadFile("", "1:1: the file is empty"),
    BadFile(" \n ", "1:1: the file is empty"),
    BadFile("Dear reader", "1:1: the file is neither XML nor JSON"),
    BadFile("<?xml version='1.0'?>\n", "2:1: an element should begin here"),
    BadFile("<!-- no end", "1:1: '<!--' is not closed by '-->'"),
    BadFile("<rss", "1:1: '<rss' does not end"),
    BadFile("<1>", "1:2: the name of an element should stand here"),
    BadFile("<rss version>", "1:13: '=' should follow the attribute 'version'"),
    BadFile("<rss version=2>", "1:14: the value of 'version' should begin with a quote"),
    BadFile("<rss version='2>", "1:15: the value of 'version' does not end"),
    BadFile("<rss version='<'>", "1:15: '<' stands in the value of 'version'"),
    BadFile("<rss>\n  <channel>\n</rss>", "3:1: '</rss>' closes '<channel>' of line 2"),
    BadFile("<rss>\n  <channel>", "2:3: '<channel>' is not closed"),
    BadFile("<rss></rss", "1:11: '>' should end '</rss'"),
    BadFile("<rss/><rss/>", "1:7: something follows the end of '<rss>'"),
    BadFile("<rss>a & b</rss>", "1:8: '&' begins no entity; write '&amp;'"),
    BadFile("<rss>&nbsp;</rss>", "1:6: the entity '&nbsp;' is unknown"),
    BadFile("<rss>&#xD800;</rss>", "1:6: the entity '&#xD800;' is unknown"),
    BadFile("<rss><![CDATA[</rss>", "1:6: '<![CDATA[' is not closed by ']]>'"),
    BadFile(String(repeating: "<a>", count: 200), "1:301: elements are nested more than 100 deep"),
    BadFile("<opml/>", "1:1: '<opml>' is no feed that is read here"),
    BadFile("<rss/>", "1:1: '<rss>' has no '<channel>'"),
    BadFile("<rss><channel/></rss>", "1:6: '<channel>' has no title"),
    BadFile(
      "<rss><channel><title>R</title>\n<item/></channel></rss>",
      "2:1: '<item>' has neither a title nor a description"),
    BadFile(
      "<rss><channel><title>R</title><item><title>a</title>\n<pubDate>soon</pubDate></item></channel></rss>",
      "2:1: 'soon' is no date such as 'Sat, 14 Mar 2026 10:30:00 +0100'"),
    BadFile("<feed/>", "1:1: '<feed>' has no title"),
    BadFile("<feed><title>A</title><entry/></feed>", "1:23: '<entry>' has no title"),
    BadFile(
      "<feed><title>A</title>\n <entry><title>a</title></entry></feed>", "2:2: '<entry>' has no date"),
    BadFile(
      "<feed><title>A</title><entry><title>a</title>\n<updated>2026-02-30T00:00:00Z</updated></entry></feed>",
      "2:1: '2026-02-30T00:00:00Z' is no date such as '2026-03-14T10:30:00+01:00'"),
  ]

  static let json = [
    BadFile("{", "1:2: this is not JSON"),
    BadFile("{\n  \"title\": \"a}", "2:12: this is not JSON"),
    BadFile("{\"title\": nothing}", "1:11: this is not JSON"),
    BadFile("{\"items\": [1, 2}", "1:16: this is not JSON"),
    BadFile("{} {}", "1:4: this is not JSON"),
    BadFile("{}", "1:1: 'version' is missing"),
    BadFile("{\n \"version\": 1}", "2:13: this should be a text"),
    BadFile("{\n \"version\": null}", "2:13: this should be a text, not null"),
    BadFile(
      "{\"version\": \"2\", \"title\": \"J\", \"items\": []}",
      "1:13: '2' is no version of JSON Feed that is read here"),
    BadFile(feed("{}"), "1:1: 'items' is missing").replacing("\"items\"", "\"articles\""),
    BadFile(feed("1"), "2:12: this should be an object"),
    BadFile(feed("{\"title\": \"a\"},\n {}"), "3:2: the item has neither a title nor a text"),
    BadFile(
      feed("{\"title\": \"a\",\n  \"date_published\": \"now\"}"),
      "3:21: 'now' is no date such as '2026-03-14T10:30:00+01:00'"),
    BadFile(feed("{\"title\": [\"a\"]}"), "2:22: this should be a text"),
  ]

  private static func feed(_ items: String) -> String {
    "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"J\",\n \"items\": [\(items)]}"
  }

  private func replacing(_ old: String, _ new: String) -> BadFile {
    BadFile(text.replacing(old, with: new), problem)
  }
}

/// Every mistake is reported with its place.
@Suite(.newsroom, .timeLimit(.minutes(5))) struct BadFileTests {
  @Test(arguments: BadFile.xml + BadFile.json) func `a bad file`(file: BadFile) {
    let run = NewsroomRun(["file": file.text])
    #expect(run.exitCode == 1)
    #expect(run.reported == ["file:\(file.problem)", "skipped 1 of 1 files"])
  }

  @Test func `bytes that are not UTF-8`() {
    let run = NewsroomRun(MemoryStore(files: [("file", Array("<rss>\nä".utf8) + [0xC3, 0x28])]))
    #expect(run.reported == ["file:2:2: a byte here is not UTF-8", "skipped 1 of 1 files"])
  }

  @Test(arguments: ["<rss>", "{\"items\": [", "&#", "<![CDATA[", "\"\\", "<a b='"])
  func `parts of files end in a report, whatever they are`(part: String) {
    let whole =
      part + "<rss version=\"2.0\"><channel><title>a</title></channel></rss>{\"a\": [1, \"\\u00e0\"]}"
    for length in 1..<whole.count {
      let run = NewsroomRun(["file": String(whole.prefix(length))])
      #expect(run.exitCode == 1)
    }
  }
}
