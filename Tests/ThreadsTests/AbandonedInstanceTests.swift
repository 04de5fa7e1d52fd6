import Facet
import FacetTestSupport
import Foundation
import Testing

private struct Ill: Error {}

private final class Leaf: @unchecked Sendable {
  // Unchecked: the tests look at it when the build is over.
  var branch: Branch?
  var isComplete = false
}

private final class Branch: @unchecked Sendable {
  // Unchecked, as above.
  var leaf: Leaf?
  var root: Root?
}

private final class Root: @unchecked Sendable {
  // Unchecked, as above.
  var branch: Branch?
  var leaf: Leaf?
}

private final class Slow: Sendable {
  deinit { Thread.sleep(forTimeInterval: 0.05) }
}

/// An instance whose `initCompleted` fails is found by no other thread, and neither is what was built on it.
@Suite(.timeLimit(.minutes(20))) struct AbandonedInstanceTests {
  private let container = Container()

  init() { container.failureHandler = { _ in } }

  @Test func `a service of graph scope is built again with what another thread dropped`() throws {
    let (container, runs) = (container, Counter())
    let (inLeaf, inBranch) = (Gate(), Gate())
    container.register(Root.self) { _ in Root() }
      .initCompleted { r, root in root.branch = try r.require(Branch.self) }
    container.register(Branch.self) { r in
      let branch = Branch()
      branch.root = try r.require(Root.self)
      inBranch.open()
      inLeaf.pass()
      Thread.sleep(forTimeInterval: 0.02)
      branch.leaf = try r.require(Leaf.self)
      return branch
    }.inObjectScope(.container)
    container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.container).initCompleted { r, leaf in
      let isFirst = runs.next() == 1
      if isFirst {
        inBranch.pass()
        inLeaf.open()
      }
      leaf.branch = try r.require(Branch.self)
      if isFirst { throw Ill() }
      leaf.isComplete = true
    }
    let other = ThreadRun { container.resolve(Leaf.self) == nil }
    let root = try container.require(Root.self)
    #expect(other.result == true)
    #expect(root.branch?.leaf?.isComplete == true)
    #expect(try root.branch === container.require(Branch.self))
  }

  @Test func `a storage gives it to no other thread`() throws {
    let (container, runs) = (container, Counter())
    container.register(Slow.self) { _ in Slow() }
    container.register(Leaf.self) { _ in Leaf() }
      .inObjectScope(ObjectScope(storageFactory: PermanentStorage.init, description: "session"))
      .initCompleted { r, leaf in
        if runs.next() == 1 {
          _ = try r.require(Slow.self)
          throw Ill()
        }
        leaf.isComplete = true
      }
    let other = ThreadRun { container.resolve(Leaf.self) == nil }
    while runs.value == 0, !other.isOver { Thread.sleep(forTimeInterval: 0.001) }
    let leaf = try container.require(Leaf.self)
    #expect(other.result == true)
    #expect(leaf.isComplete)
    #expect(try leaf === container.require(Leaf.self))
  }
}
