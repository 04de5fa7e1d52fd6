import Facet
import FacetTestSupport
import FacetTesting
import Foundation
import Testing

@Sendable private func registerServices() {
  Container.register(Client.self) { _ in Client() }.inObjectScope(.container).implements(AnyObject.self)
  Container.register(Store.self) { r in Store(client: r.resolve(Client.self)!) }.inObjectScope(.container)
}

/// Two hundred tests at a time, each with its own idea of a client.
@Suite(.timeLimit(.minutes(20))) struct ParallelTests {
  /// Checks that the main container serves `number` everywhere a test may ask.
  private static func check(_ number: Int) async {
    for _ in 0..<3 {
      await Task.yield()
      #expect((Container.resolve() as Store).client.name == "\(number)")
      #expect(await Task { (Container.resolve() as Client).name }.value == "\(number)")
    }
    #expect((Container.resolve(AnyObject.self) as? Client)?.name == "\(number)")
    let main = Container.main
    let escaped = ThreadRun { Container.withMain(main) { (Container.resolve() as Store).client.name } }
    #expect(escaped.result == "\(number)")
  }

  @Test func `two hundred tests with conflicting overrides leave the real main container as it was`() async {
    let before = Container.main.description
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          await withTestContainer(.registered(by: registerServices)) {
            await Self.check(number)
          } overriding: {
            $0.register(Client.self) { _ in FakeClient("\(number)") }
          }
        }
      }
    }
    #expect(Container.main.description == before)
    #expect(!Container.main.hasAnyRegistration(of: Client.self))
  }
}
