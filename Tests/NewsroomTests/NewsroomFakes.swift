import Facet
import FacetTesting
import Synchronization
import Testing

@testable import NewsroomKit

/// Keeps what the newsroom says.
final class RecordingConsole: Printing, ProblemReporting {
  private let lines = Mutex<(shown: [String], reported: [String])>(([], []))

  var shown: [String] { lines.withLock { $0.shown } }
  var reported: [String] { lines.withLock { $0.reported } }

  func show(_ line: String) {
    lines.withLock { $0.shown.append(line) }
  }

  func report(_ line: String) {
    lines.withLock { $0.reported.append(line) }
  }
}

/// Files that are on no disk; one without bytes cannot be read.
struct MemoryStore: FeedStore {
  struct Locked: Error {}

  var files: [(name: String, bytes: [UInt8]?)] = []

  func names() -> [String] { files.map(\.name) }

  func bytes(of name: String) throws -> [UInt8] {
    guard let bytes = files.first(where: { $0.name == name })?.bytes else { throw Locked() }
    return bytes
  }
}

extension Trait where Self == ContainerTrait {
  /// The newsroom without disk and terminal; a test that reaches one of them fails.
  static var newsroom: ContainerTrait {
    .container(.registered(by: Newsroom.registerServices), live: .forbidden) {
      $0.register { RecordingConsole() }.inObjectScope(.container)
        .implements(Printing.self, ProblemReporting.self)
    }
  }
}

/// One run of the newsroom in the container of the test.
struct NewsroomRun {
  let exitCode: Int32
  let shown: [String]
  let reported: [String]

  init(_ store: some FeedStore) {
    Container.register(FeedStore.self) { (_, _: String?) in store }
    let newsroom: Newsroom = Container.resolve(argument: nil as String?)
    exitCode = newsroom.run()
    let console: RecordingConsole = Container.resolve()
    (shown, reported) = (console.shown, console.reported)
  }

  init(_ files: KeyValuePairs<String, String>) {
    self.init(MemoryStore(files: files.map { ($0.key, Array($0.value.utf8)) }))
  }
}
