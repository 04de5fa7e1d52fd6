import Facet
import FacetTestSupport
import FacetTesting
import Foundation
import Testing

/// `withEscapedMain` carries the main container over to what belongs to no task.
@Suite(.timeLimit(.minutes(5)), .container(.empty)) struct EscapedMainTests {
  @Test func `a thread has the container of the test`() {
    let mine = Container.main
    let run = Container.withEscapedMain { main in ThreadRun { main.yield { Container.main === mine } } }
    #expect(run.result == true)
  }

  @Test func `a queue has it, and what it calls later`() async {
    let mine = Container.main
    let isMine = await withCheckedContinuation { continuation in
      Container.withEscapedMain { main in
        DispatchQueue.global().async {
          main.yield {
            Container.withEscapedMain { inner in
              DispatchQueue.global().async {
                continuation.resume(returning: inner.yield { Container.main === mine })
              }
            }
          }
        }
      }
    }
    #expect(isMine)
  }

  @Test func `a detached task has it over suspensions`() async {
    let mine = Container.main
    let task = Container.withEscapedMain { main in
      Task.detached {
        await main.yield {
          await Task.yield()
          return Container.main === mine
        }
      }
    }
    #expect(await task.value)
  }

  @Test func `it passes on what the closures return and throw`() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try Container.withEscapedMain { main in try main.yield { throw Broken() } }
    }
  }

  @Test func `it keeps the container alive`() throws {
    weak var container: Container?
    var escaped: Container.EscapedMain?
    do {
      let mine = Container()
      container = mine
      escaped = Container.withMain(mine) { Container.withEscapedMain { $0 } }
    }
    #expect(container != nil)
    #expect(escaped?.yield { Container.main === container } == true)
    escaped = nil
    #expect(container == nil)
  }

  @Test func `where nothing replaces the main container it changes nothing`() async {
    await #expect(processExitsWith: .success) {
      let real = Container.main
      let isReal = Container.withEscapedMain { main in
        ThreadRun {
          Container.withMain(Container()) { main.yield { Container.main !== real } }
            && Container.main === real
        }
      }
      guard isReal.result == true else { fatalError("another container") }
    }
  }
}
