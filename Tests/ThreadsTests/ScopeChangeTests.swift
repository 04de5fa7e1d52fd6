import Facet
import FacetTestSupport
import Testing

/// Scopes that change while services are being built.
@Suite(.timeLimit(.minutes(20))) struct ScopeChangeTests {
  final class Whole: Sendable {
    let part: Part
    init(_ part: Part) { self.part = part }
  }

  final class Part: @unchecked Sendable {
    // Unchecked: set while its cycle runs, on one thread.
    weak var owner: Whole?
  }

  final class Late: Sendable {}

  private static let scopes: [ObjectScope] = [
    .transient, .graph, .container, .weak,
    ObjectScope(storageFactory: PermanentStorage.init, description: "permanent"),
  ]

  @Test(arguments: scopes, scopes)
  func `after a change during a build no thread waits for ever`(old: ObjectScope, new: ObjectScope) {
    let container = Container()
    let entry = container.register(Whole.self) { r in Whole(try r.require(Part.self)) }.inObjectScope(old)
    container.register { Part() }.initCompleted { r, part in
      entry.inObjectScope(new)
      part.owner = r.resolve(Whole.self)
    }
    container.register { Late() }.inObjectScope(.container)
    container.register([Late].self) { r in [try r.require(Late.self)] }
    _ = container.resolve(Whole.self)
    let late = container.resolve([Late].self)
    #expect(ThreadRun { container.resolve(Late.self) }.result ?? nil === late?.first)
  }

  /// Tells whether an instance was found, and whether it still lives.
  private struct Found: Sendable {
    private(set) weak var late: Late?
    let isFound: Bool

    init(_ late: Late?) {
      self.late = late
      isFound = late != nil
    }
  }

  @Test func `a scope that becomes weak while a thread waits keeps no instance`() async {
    let container = Container()
    let (builds, building) = (Counter(), Stop())
    let entry = container.register(Late.self) { _ in
      builds.next()
      building.halt()
      return Late()
    }.inObjectScope(.container)
    let builder = ThreadRun { Found(container.resolve(Late.self)) }
    building.waitForArrival()
    let waiting = ThreadRun { Found(container.resolve(Late.self)) }
    #expect(waiting.rests)
    entry.inObjectScope(.weak)
    building.release()
    for found in [builder.result, waiting.result] {
      #expect(found?.isFound == true)
      #expect(await isReleased { found?.late })
    }
    // From here on the scope is what it was changed to.
    let before = builds.value
    let late = container.resolve(Late.self)
    #expect(container.resolve(Late.self) === late)
    #expect(builds.value == before + 1)
  }

  @Test func `a circle is built while another thread changes its scope`() {
    let container = Container()
    let entry = container.register(Whole.self) { r in Whole(try r.require(Part.self)) }
    container.register { Part() }.initCompleted { r, part in part.owner = r.resolve(Whole.self) }
    container.register([Whole].self) { r in [try r.require(Whole.self), try r.require(Whole.self)] }
    let failures = Recorder<ResolutionError.Code>()
    concurrently(2) { thread in
      for number in 0..<20_000 {
        if thread == 0 {
          entry.inObjectScope(Self.scopes[1 + number % (Self.scopes.count - 1)])
        } else {
          do throws(ResolutionError) {
            _ = try container.require([Whole].self)
          } catch {
            failures.add(error.code)
          }
        }
      }
    }
    #expect(failures.all.isEmpty)
  }
}
