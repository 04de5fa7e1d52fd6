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
  func growth(_ count: Int = 30_000, of body: (Int) -> Void) -> Int {
    for number in 0..<count / 10 { body(number) }
    let before = resident
    for number in count..<2 * count { body(number) }
    return (resident - before) / count
  }

  enum Joining: Codable, CaseIterable {
    case child, childWithServices, registeredAgain, newArguments, customStorage

    /// Joins a cycle once for each call.
    var body: (Int) -> Void {
      let (parent, graph) = (Container(), GraphIdentifier())
      func join(_ container: Container, number: Int? = nil) {
        container.withObjectGraph(graph) { _ in
          if let number {
            _ = container.resolve(Panel.self, argument: number)
          } else {
            _ = container.resolve(Panel.self)
          }
        }
      }
      parent.register(Panel.self) { _ in Panel() }
      parent.register(Panel.self) { (_, _: Int) in Panel() }
      switch self {
      case .child: return { _ in join(Container(parent: parent)) }
      case .childWithServices:
        return { _ in join(Container(parent: parent) { $0.register(Panel.self) { _ in Panel() } }) }
      case .registeredAgain:
        return { _ in
          parent.register(Panel.self) { _ in Panel() }
          join(parent)
        }
      case .newArguments: return { join(parent, number: $0) }
      case .customStorage:
        // Under ever new identifiers.
        let scope = ObjectScope(storageFactory: GraphStorage.init)
        parent.register(Panel.self) { _ in Panel() }.inObjectScope(scope)
        return { _ in _ = parent.resolve(Panel.self) }
      }
    }
  }

  /// What joins one cycle again and again leaves nothing behind, however long its identifier lives.
  @Suite(.timeLimit(.minutes(20))) struct GraphMemoryTests {
    @Test(arguments: Joining.allCases) func `a cycle that is joined again and again does not grow`(
      joining: Joining
    ) async {
      await #expect(processExitsWith: .success) { [joining] in
        endProcess()
        #expect(growth(of: joining.body) < 32)
      }
    }
  }
#endif
