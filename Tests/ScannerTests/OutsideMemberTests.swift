import FacetContainerCheck
import FacetSyntax
import Testing

/// A member of what another module's type gives may be declared by the sources.
@Suite(.timeLimit(.minutes(20))) struct OutsideMemberTests {
  private static let shelves = """
    import Facet
    final class Leaf {}
    final class Store {}
    final class Shelf { let leaf = Leaf(); var opt: Leaf?; func pick() -> Leaf { leaf } }
    let shelves = [Shelf()]
    let byName = ["a": Shelf()]
    let maybe: Shelf? = Shelf()
    var forced: Shelf! { Shelf() }
    let pair = (Shelf(), 1)
    let result: Result<Shelf, any Error> = .success(Shelf())
    let nested = [[Shelf()]]
    func makeShelves() -> [Shelf] { [Shelf()] }
    var lateMaker: (() -> Shelf)! { { Shelf() } }
    final class Holder {
      static let all = [Shelf()]
      static var one: Shelf! { Shelf() }
      lazy var late = Shelf()
      lazy var lates = [Shelf()]
    }
    let holder = Holder()

    """

  @Test(
    arguments: [
      "shelves.first!.leaf", "shelves[0].leaf", "shelves.reversed()[0].leaf",
      "shelves.map { $0.leaf }.first!",
      "shelves.map(\\.leaf)[0]", "shelves.compactMap(\\.opt).first ?? Leaf()", "byName[\"a\"]!.leaf",
      "byName.values.first!.leaf", "maybe!.leaf", "maybe.map { $0.leaf }!", "maybe?.leaf ?? Leaf()",
      "forced.leaf", "forced.pick()", "pair.0.leaf", "try! result.get().leaf", "makeShelves().first!.leaf",
      "Holder.all.first!.leaf", "Holder.one.leaf", "holder.late.leaf", "holder.lates.first!.leaf",
      "nested.first!.first!.leaf", "nested.flatMap { $0 }.first!.leaf", "[()].map(Shelf.init)[0].leaf",
      "lateMaker().leaf", "shelves.first?.pick() ?? Leaf()", "{ shelves }().first!.leaf",
      "Shelf()[keyPath: \\Shelf.leaf]",
    ])
  func `Nothing is reported of what a registration takes from it`(_ value: String) async {
    let text =
      "func set(c: Container) { c.register { \(value) } }\nfunc use(c: Container) { _ = c.resolve(Leaf.self)! }\n"
    let check = await ContainerCheck([SourceFile(path: "App.swift", text: Self.shelves + text)])
    #expect(check.diagnostics == [], "\(value)")
  }

  private static let locators = """
    import Facet
    final class Store {}
    final class Locator { let container = Container(); var resolver: any Resolver { container }; var c: Container! }
    let locators = [Locator()]
    var locator: Locator! { Locator() }
    let byName = ["a": Locator()]
    func makeLocator() -> Locator! { Locator() }
    func makeAll() -> [Container] { [] }
    final class Base {
      lazy var locator: Locator! = Locator()
      static var shared: Base!
      var assembler: Assembler!
      static let all = [Container()]
    }
    let base = Base()

    """

  @Test(
    arguments: [
      "locator.container.resolve(Store.self)!", "locator.resolver.resolve(Store.self)!",
      "locator.c.resolve(Store.self)!",
      "locators.first!.container.resolve(Store.self)!", "locators[0].resolver.resolve(Store.self)!",
      "byName[\"a\"]!.c.resolve(Store.self)!", "byName.values.first!.container.resolve(Store.self)!",
      "makeLocator().container.resolve(Store.self)!", "makeAll().first!.resolve(Store.self)!",
      "base.locator.container.resolve(Store.self)!", "Base.shared.locator.container.resolve(Store.self)!",
      "base.assembler.resolver.resolve(Store.self)!", "Base.all.first!.resolve(Store.self)!",
      "try! locator.container.require(Store.self)", "locator.container.resolve()",
      "makeAll().map { $0.resolve(Store.self)! }[0]", "Session.shared.resolve(Store.self)!",
      "Session.shared.scope.resolve(Store.self)!",
    ])
  func `What it resolves is judged, or counted`(_ value: String) async {
    let text = Self.locators + "func use() -> Store { \(value) }\n"
    let check = await ContainerCheck([SourceFile(path: "App.swift", text: text)])
    #expect(!check.diagnostics.isEmpty || check.coverage.unjudgedCount == 1, "\(value)")
  }
}
