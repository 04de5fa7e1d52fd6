import Facet
import Foundation
import Testing

/// Scopes that change while services are being built.
@Suite struct ScopeChangeTests {
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
    #expect(resolveOnOtherThread(Late.self, from: container) === late?.first)
  }

  @Test func `a circle is built while another thread changes its scope`() {
    let container = Container()
    let entry = container.register(Whole.self) { r in Whole(try r.require(Part.self)) }
    container.register { Part() }.initCompleted { r, part in part.owner = r.resolve(Whole.self) }
    container.register([Whole].self) { r in [try r.require(Whole.self), try r.require(Whole.self)] }
    let failures = Collected<ResolutionError.Code>()
    concurrently(2) { thread in
      for number in 0..<20_000 {
        if thread == 0 {
          entry.inObjectScope(Self.scopes[1 + number % (Self.scopes.count - 1)])
        } else {
          do throws(ResolutionError) {
            _ = try container.require([Whole].self)
          } catch {
            failures.append(error.code)
          }
        }
      }
    }
    #expect(failures.all.isEmpty)
  }
}
