import Facet
import FacetTestSupport
import Testing

private func container(_ name: String) -> Container {
  let container = Container()
  container.register(Dog.self) { Dog(name) }
  return container
}

/// `Container.main`, its replacement for one task, and the static ways to register and resolve.
@Suite(.timeLimit(.minutes(20))) struct MainContainerTests {
  @Test func `withMain replaces the main container while its closure runs, nests and rethrows`() {
    let before = Container.main
    let (outer, inner) = (container("outer"), container("inner"))
    let name = Container.withMain(outer) {
      #expect(throws: Broken.self) {
        try Container.withMain(inner) {
          #expect(Container.main === inner)
          throw Broken()
        }
      }
      return (Container.resolve() as Dog).name
    }
    #expect(name == "outer")
    #expect(Container.main === before)
  }

  @Test func `withMain holds over suspensions, and in the tasks that are started`() async {
    let mine = container("mine")
    await Container.withMain(mine) {
      await Task.yield()
      #expect(Container.main === mine)
      let isMine = await Task { Container.main === mine }.value
      #expect(isMine)
      async let name = (Container.resolve() as Dog).name
      #expect(await name == "mine")
    }
    #expect(Container.main !== mine)
  }

  @Test func `parallel tasks do not see each other's main container`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          let mine = container("\(number)")
          return await Container.withMain(mine) {
            for _ in 1...10 {
              await Task.yield()
              guard Container.main === mine, (Container.resolve() as Dog).name == "\(number)" else {
                return false
              }
            }
            return true
          }
        }
      }
      for await isMine in group { #expect(isMine) }
    }
  }

  @MainActor @Test func `withMain stays on the actor that calls it`() async {
    let mine = container("mine")
    let name = await Container.withMain(mine) {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      return (Container.resolve() as Dog).name
    }
    #expect(name == "mine")
  }

  @Test func `register and resolve are static as well`() {
    Container.withMain(Container()) {
      let entry = Container.register { Dog() }.implements(AnyObject.self).scope(.application)
      #expect(entry.location.description == "\(#fileID):\(#line - 1)")
      #expect(Container.resolve(AnyObject.self) as? Dog === Container.resolve(Dog.self))
      Container.register(Dog.self, name: "named") { _ in Dog("named") }
      Container.register(Dog.self) { _, name in Dog(name) }
      Container.register(Dog.self) { (_, name: String, number: Int) in Dog("\(name)\(number)") }
      let inferred: [Dog] = [
        Container.resolve(), Container.resolve(name: "named"), Container.resolve(arguments: "one"),
        Container.resolve(arguments: "two", 2),
      ]
      let dogs = [
        Container.resolve(Dog.self), Container.resolve(Dog.self, name: "named"),
        Container.resolve(Dog.self, arguments: "one"), Container.resolve(Dog.self, arguments: "two", 2),
      ]
      let names = ["Hachi", "named", "one", "two2"]
      #expect(inferred.map(\.name) == names && dogs.map { $0?.name } == names)
    }
  }

  @Test func `the static resolve of a missing service stops with its place`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      Container.withMain(Container()) {
        let _: Dog = Container.resolve(fileID: "App/Main.swift", line: 2)
      }
    }
    let text = try stopText(result)
    #expect(text.hasPrefix("No registration matches 'Dog'.\n"))
    #expect(text.hasSuffix("\n  Stopped at App/Main.swift:2"))
  }

  @Test func `withMain does not reach a detached task, and who asks the real main container is told so`()
    async
  {
    // In a process of its own, where no test has a container for who asks outside of all tests.
    await #expect(processExitsWith: .success) {
      struct Unheard {}
      let mine = Container()
      let isMine = await Container.withMain(mine) { await Task.detached { Container.main === mine }.value }
      let error = #expect(throws: ResolutionError.self) {
        try Container.main.require(Unheard.self, name: "of", argument: 3)
      }
      #expect(!isMine)
      #expect(
        error?.description == """
          No registration matches 'Unheard' named "of" with arguments (Int).

            Path:   Unheard "of"

          To fix this, do one of:
            • If several test targets conform Container to AutoRegistering, one of them counts in their common process: register in a trait, .container(.registered { … }), or in one target that the others use.
            • If a stored property of an XCTestCase asks for it, make that lazy, or resolve in setUp: all test cases are made before the first test runs.
            • Register it with the main container, which was asked: Container.main.register(Unheard.self, name: "of") { (resolver, int: Int) in … }
          """)
    }
  }

  @available(*, deprecated)
  @Test func `synchronize gives the container itself`() {
    let mine = container("mine")
    #expect(mine.synchronize() as? Container === mine)
  }
}
