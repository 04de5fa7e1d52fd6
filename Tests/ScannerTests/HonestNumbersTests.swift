import FacetContainerCheck
import FacetSyntax
import Testing

/// What is counted, and what is said to be not judged.
@Suite(.timeLimit(.minutes(20))) struct HonestNumbersTests {
  private func check(_ files: [(path: String, text: String)]) async -> ContainerCheck {
    await ContainerCheck(files.map { SourceFile(path: $0.path, text: $0.text) })
  }

  private func gaps(_ check: ContainerCheck) -> [String] {
    check.coverage.gaps.map { "\($0.location): \($0.message)" }
  }

  @Test func `A resolve counts once, whatever the overloads of a helper make of it`() async {
    let found = await check([
      (
        "App.swift",
        """
        import Swinject
        final class DI {
          static let shared = DI()
          let container = Container()
          func get<T>(type: T.Type) -> T { container.resolve(T.self)! }
          func get<T>(type: T.Type, _ values: Any...) -> T {
            values.count == 1
              ? container.resolve(T.self, argument: values[0])!
              : container.resolve(T.self, arguments: values[0], values[1])!
          }
        }
        @propertyWrapper struct Inject<E> {
          let wrappedValue: E
          init() { wrappedValue = DI.shared.get(type: E.self) }
        }
        func set() { DI.shared.container.register(Tea.self) { _ in Tea() } }
        class Cup { @Inject var tea: Tea }
        """
      )
    ])
    #expect((found.registrationCount, found.resolveCount, found.coverage.judgedCount) == (1, 1, 1))
  }

  @Test func `A name that cannot be read is not judged`() async {
    let found = await check([
      (
        "App.swift",
        """
        import Swinject
        enum Kind: String {
          case movie, star
          var named: String { rawValue }
        }
        func set(_ c: Container, _ kind: Kind) {
          c.register(Net.self, name: kind.named) { _ in Net() }
          c.register(Log.self, name: "a") { _ in Log() }
          print(c.resolve(Net.self, name: "movie")!, c.resolve(Log.self, name: kind.named)!)
        }
        """
      )
    ])
    #expect((found.coverage.judgedCount, found.coverage.unjudgedCount) == (0, 2))
    #expect(
      gaps(found) == [
        "App.swift:7:5: this may register 'Net' under any name, so that 1 resolve was not judged",
        "App.swift:9:48: the name of what is resolved here cannot be read",
      ])
  }

  @Test func `A package that is checked out is read for its types and helpers, and is not judged`() async {
    for folder in ["Pods", "App/.build/checkouts", "SourcePackages/checkouts", "Carthage/Checkouts"] {
      let found = await check([
        (
          "App/App.swift",
          """
          import Swinject
          func set(_ c: Container) { print(c.resolve(Tea.self)!, c.resolve(Milk.self)!) }
          """
        ),
        (
          "\(folder)/Teas/Teas.swift",
          """
          import Swinject
          public protocol Milk {}
          public func setTeas(_ c: Container) {
            c.register(Tea.self) { r in Tea(r.resolve(Absent.self)!) }
            c.register { any() }
          }
          """
        ),
      ])
      #expect(
        found.diagnostics.map(\.message) == ["nothing registers 'Milk'; the '!' stops the program here"])
      #expect((found.registrationCount, found.resolveCount) == (0, 2))
      #expect(found.graph().nodes.map(\.name) == ["Milk"])
    }
  }
}
