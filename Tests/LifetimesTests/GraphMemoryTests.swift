#if os(Linux)
  import Facet
  import FacetTestSupport
  import Foundation
  import Testing

  private final class Panel: Sendable {}

  /// The bytes of memory that the program occupies.
  private var resident: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return pages.flatMap { Int($0[1]) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? 0
  }

  /// Calls `body` with a number many times, and gives the bytes that each call leaves behind.
  ///
  /// The first calls fill what is kept for later use.
  private func growth(_ body: (Int) -> Void) -> Int {
    let count = 30_000
    for number in 0..<count / 10 { body(number) }
    let before = resident
    for number in count..<2 * count { body(number) }
    return (resident - before) / count
  }

  /// What joins one cycle again and again leaves nothing behind, however long its identifier lives.
  @Suite(.timeLimit(.minutes(20))) struct GraphMemoryTests {
    @Test func `children that join a cycle and go`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let (parent, graph) = (Container(), GraphIdentifier())
        parent.register(Panel.self) { _ in Panel() }
        let bytes = growth { _ in
          let child = Container(parent: parent)
          child.withObjectGraph(graph) { _ in _ = child.resolve(Panel.self) }
        }
        #expect(bytes < 32)
      }
    }

    @Test func `children with services of their own that join a cycle and go`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let (parent, graph) = (Container(), GraphIdentifier())
        let bytes = growth { _ in
          let child = Container(parent: parent)
          child.register(Panel.self) { _ in Panel() }
          child.withObjectGraph(graph) { _ in _ = child.resolve(Panel.self) }
        }
        #expect(bytes < 32)
      }
    }

    @Test func `a service that is registered again`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let (container, graph) = (Container(), GraphIdentifier())
        let bytes = growth { _ in
          container.register(Panel.self) { _ in Panel() }
          container.withObjectGraph(graph) { _ in _ = container.resolve(Panel.self) }
        }
        #expect(bytes < 32)
      }
    }

    @Test func `a service with ever new arguments`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let (container, graph) = (Container(), GraphIdentifier())
        container.register(Panel.self) { (_, _: Int) in Panel() }
        let bytes = growth { number in
          container.withObjectGraph(graph) { _ in _ = container.resolve(Panel.self, argument: number) }
        }
        #expect(bytes < 32)
      }
    }

    @Test func `a custom storage that is joined under ever new identifiers`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let container = Container()
        container.register(Panel.self) { _ in Panel() }
          .inObjectScope(ObjectScope(storageFactory: GraphStorage.init))
        let bytes = growth { _ in _ = container.resolve(Panel.self) }
        #expect(bytes < 32)
      }
    }
  }
#endif
