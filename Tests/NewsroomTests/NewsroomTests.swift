import Facet
import FacetTesting
import Testing

@testable import NewsroomKit

private func rss(_ items: String) -> String {
  "<rss><channel><title>R</title>\(items)</channel></rss>"
}

/// The newsroom over files in memory: each test has a container of its own.
@Suite(.newsroom, .timeLimit(.minutes(5))) struct NewsroomTests {
  @Test func `without files there is nothing to show, and nothing wrong`() {
    let run = NewsroomRun(MemoryStore())
    #expect(run.exitCode == 0)
    #expect(run.shown == ["0 articles from 0 feeds"])
    #expect(run.reported == [])
  }

  @Test func `articles of all feeds are sorted together, the newest first`() {
    let run = NewsroomRun([
      "a.xml": rss(
        """
        <item><title>old</title><pubDate>1 Jan 2026 10:00 GMT</pubDate></item>
        <item><title>never</title></item>
        """),
      "b.json": """
      {"version": "https://jsonfeed.org/version/1", "title": "J",
       "items": [{"title": "new", "url": "https://j.example", "date_published": "2026-01-02T00:30:00+01:00"}]}
      """,
    ])
    #expect(
      run.shown == [
        "3 articles from 2 feeds", "", "2026-01-01", "  23:30  new (J)", "         https://j.example",
        "  10:00  old (R)", "", "without a date", "         never (R)",
      ])
  }

  @Test func `a bad file is reported and skipped, and the others are shown`() {
    let run = NewsroomRun([
      "a.xml": "<rss>", "b.xml": rss("<item><title>good</title></item>"), "c.json": "{",
    ])
    #expect(run.exitCode == 1)
    #expect(run.shown == ["1 article from 1 feed", "", "without a date", "         good (R)"])
    #expect(
      run.reported == [
        "a.xml:1:1: '<rss>' is not closed", "c.json:1:2: this is not JSON", "skipped 2 of 3 files",
      ])
  }

  @Test func `a file that cannot be read is skipped as well`() {
    let run = NewsroomRun(MemoryStore(files: [("locked.xml", nil)]))
    #expect(run.exitCode == 1)
    #expect(run.reported == ["locked.xml:1:1: the file cannot be read", "skipped 1 of 1 files"])
  }

  @Test func `a store that fails ends the run`() {
    struct GoneStore: FeedStore {
      func names() throws -> [String] { throw UnreadableFolder(path: "/gone") }
      func bytes(of name: String) -> [UInt8] { [] }
    }
    let run = NewsroomRun(GoneStore())
    #expect(run.exitCode == 2)
    #expect(run.shown == [])
    #expect(run.reported == ["newsroom: '/gone' is no folder that can be read"])
  }

  @Test(.container { $0.register(XMLFormat.self, name: "opml") { RSSFormat() } })
  func `a format is found by the name of its root element`() {
    let run = NewsroomRun(["a.xml": "<opml><channel><title>O</title></channel></opml>"])
    #expect(run.shown == ["0 articles from 1 feed"])
    #expect(run.reported == [])
  }

  @Test func `many files are read at a time, and keep their order`() {
    let files = (100..<300).map { number in
      ("\(number).xml", Array(rss("<item><title>\(number)</title></item>").utf8) as [UInt8]?)
    }
    let run = NewsroomRun(MemoryStore(files: files))
    #expect(run.shown.dropFirst(3).map { $0.prefix(12).suffix(3) } == (100..<300).map { "\($0)" })
  }
}
