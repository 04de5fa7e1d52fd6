import Facet
import FacetTestSupport
import FacetTesting
import Foundation
import Testing

private final class Client: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private final class Store: Sendable {
  let client: Client
  init(_ client: Client) { self.client = client }
}

@Sendable private func registerServices() {
  Container.register(Client.self) { _ in Client(-1) }.inObjectScope(.container).implements(AnyObject.self)
  Container.register(Store.self) { r in Store(r.resolve(Client.self)!) }.inObjectScope(.container)
}

/// Two hundred tests at a time, each with its own idea of a client.
@Suite(.timeLimit(.minutes(20))) struct ParallelTests {
  /// Checks that the main container serves `number` everywhere a test may ask.
  private static func check(_ number: Int) async {
    for _ in 0..<3 {
      await Task.yield()
      #expect((Container.resolve() as Store).client.number == number)
      #expect(await Task { (Container.resolve() as Client).number }.value == number)
    }
    #expect((Container.resolve(AnyObject.self) as? Client)?.number == number)
    let main = Container.main
    let escaped = ThreadRun { Container.withMain(main) { (Container.resolve() as Store).client.number } }
    #expect(escaped.result == number)
  }

  @Test func `two hundred tests with conflicting overrides leave the real main container as it was`() async {
    let before = Container.main.description
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          await withTestContainer(.registered(by: registerServices)) {
            await Self.check(number)
          } overriding: {
            $0.register(Client.self) { _ in Client(number) }
          }
        }
      }
    }
    #expect(Container.main.description == before)
    #expect(!Container.main.hasAnyRegistration(of: Client.self))
  }
}
