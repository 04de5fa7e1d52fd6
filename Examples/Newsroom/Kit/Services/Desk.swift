import Dispatch
import Facet
import Synchronization

/// What came in: the feeds, and the files that cannot be read.
struct Edition: Sendable {
  var feeds: [Feed] = []
  var problems: [(file: String, problem: FeedProblem)] = []
}

/// Reads all files of the store, as many at a time as there are processors.
final class Desk: Sendable {
  private let store: any FeedStore

  init(store: any FeedStore) {
    self.store = store
  }

  /// Reads all files; a bad one does not keep the others from being read.
  func edition() throws -> Edition {
    let names = try store.names()
    let outcomes = Mutex<[Int: Result<Feed, FeedProblem>]>([:])
    // The threads of a queue belong to no task: the container is carried over to them, for in a test it is the test's.
    Container.withEscapedMain { main in
      DispatchQueue.concurrentPerform(iterations: names.count) { index in
        let outcome = main.yield { read(names[index]) }
        outcomes.withLock { $0[index] = outcome }
      }
    }
    var edition = Edition()
    for (index, outcome) in outcomes.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      switch outcome {
      case .success(let feed): edition.feeds.append(feed)
      case .failure(let problem): edition.problems.append((names[index], problem))
      }
    }
    return edition
  }

  private func read(_ name: String) -> Result<Feed, FeedProblem> {
    guard let bytes = try? store.bytes(of: name) else {
      return .failure(FeedProblem(position: Position(line: 1, column: 1), reason: "the file cannot be read"))
    }
    let reader: FeedReader = Container.resolve()
    do throws(FeedProblem) {
      return .success(try reader.feed(in: bytes))
    } catch {
      return .failure(error)
    }
  }
}
