import Facet
import FacetTestSupport
import Testing

private final class Context: Sendable {}
private final class Transaction: Sendable {
  let context: Context
  init(_ context: Context) { self.context = context }
}
private final class Handler: Sendable {
  let transaction: Transaction
  init(_ transaction: Transaction) { self.transaction = transaction }
}

/// Services of a parent that live longer than what only a child has: whoever follows a remedy of the message gets them, and each child has its own.
@Suite(.timeLimit(.minutes(20))) struct KeptChainRemedyTests {
  enum Remedy: String, CaseIterable { case scope, child }

  private static let scopes: [ObjectScope] = [.graph, .container, .weak, .scoped]
  static let cases: [(handler: ObjectScope, transaction: ObjectScope, remedy: Remedy)] = scopes.flatMap {
    handler in
    scopes.flatMap { transaction in Remedy.allCases.map { (handler, transaction, $0) } }
  }

  /// What a reader has written: the scopes in the parent, and what a child registers, too.
  private struct Application {
    var scopes: [String: ObjectScope]
    var inChild: Set<String> = []
    var isAwaited = false

    private func register(_ name: String, in container: Container, _ scope: ObjectScope) {
      switch (name, isAwaited) {
      case ("Handler", false): container.register { r in Handler(try r.require()) }.inObjectScope(scope)
      case ("Handler", true):
        container.register { r async throws in Handler(try await r.requireAsync()) }.inObjectScope(scope)
      case (_, false): container.register { r in Transaction(try r.require()) }.inObjectScope(scope)
      case (_, true):
        container.register { r async throws in Transaction(try await r.requireAsync()) }.inObjectScope(scope)
      }
    }
    func makeParent() -> Container {
      let parent = Container()
      for (name, scope) in scopes { register(name, in: parent, scope) }
      return parent
    }
    func makeChild(of parent: Container) -> Container {
      let child = Container(parent: parent)
      child.register(Context.self) { Context() }.inObjectScope(.container)
      for name in inChild { register(name, in: child, scopes[name]!) }
      return child
    }
    /// Follows the remedy of a message; false if it has none.
    mutating func follow(_ remedy: Remedy, in text: String) -> Bool {
      for name in scopes.keys {
        switch remedy {
        case .scope where text.contains("Give '\(name)' the scope .scoped"):
          if scopes[name] === ObjectScope.scoped { return false }
          scopes[name] = .scoped
          return true
        case .child where text.contains("Register '\(name)' in the child container too"):
          return inChild.insert(name).inserted
        default: continue
        }
      }
      return false
    }
  }

  @Test(arguments: cases, [false, true]) func `a remedy leads to a service for each child`(
    _ wiring: (handler: ObjectScope, transaction: ObjectScope, remedy: Remedy), isAwaited: Bool
  ) async throws {
    var application = Application(scopes: ["Handler": wiring.handler, "Transaction": wiring.transaction])
    application.isAwaited = isAwaited
    for _ in 0..<3 {
      let parent = application.makeParent()
      let children = [application.makeChild(of: parent), application.makeChild(of: parent)]
      do throws(ResolutionError) {
        var contexts: [Context] = []
        for child in children {
          let handler: Handler = isAwaited ? try await child.requireAsync() : try child.require()
          #expect(try await child.requireAsync(Context.self) === handler.transaction.context)
          contexts.append(handler.transaction.context)
        }
        #expect(contexts[0] !== contexts[1])
        return
      } catch {
        #expect(!error.description.contains("Register it"))
        let isFollowed = application.follow(wiring.remedy, in: error.description)
        try #require(isFollowed, "\(error)")
      }
    }
    Issue.record("three remedies, and it fails")
  }
}
