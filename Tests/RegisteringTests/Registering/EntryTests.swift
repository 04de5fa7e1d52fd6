import Facet
import Testing

private struct Tea {}

/// What an entry says about itself.
@Suite(.timeLimit(.minutes(20))) struct EntryTests {
  private let container = Container()

  @Test func `an entry has its key, and prints it with its place`() {
    let entry = container.register(Tea.self, name: "green", fileID: "Shop/Teas.swift", line: 7) {
      (_, _: Int, _: String?) in Tea()
    }
    let types = [entry.key.serviceType] + entry.key.argumentTypes
    #expect(
      types.map { ObjectIdentifier($0) } == [Tea.self, Int.self, String?.self].map { ObjectIdentifier($0) })
    #expect(entry.key.name == "green")
    #expect("\(entry)" == "'Tea' named \"green\" with arguments (Int, String?) at Shop/Teas.swift:7")
    #expect(entry.implements(Any.self).key == entry.key)
  }

  @Test func `an entry remembers where it was written, or where its wrapper was called`() {
    func registerTea(fileID: String = #fileID, line: Int = #line) -> ServiceEntry<Tea> {
      container.register(Tea.self, fileID: fileID, line: line) { _ in Tea() }
    }
    let entry = container.register(Tea.self) { _ in Tea() }
    let inferred = container.register(name: "x") { Tea() }
    let other = container.register(Tea.self) { (_, _: Int) in Tea() }
    let wrapped = registerTea()
    let places = [entry, inferred, other, wrapped].map(\.location.description)
    #expect(places == (1...4).map { "\(#fileID):\(#line - 6 + $0)" })
    #expect(entry.location.fileID == #fileID)
  }

  @Test func `an entry does not keep its container`() {
    var container: Container? = Container()
    weak let gone = container
    let entry = container?.register(Tea.self) { _ in Tea() }
    container = nil
    #expect(gone == nil)
    entry?.inObjectScope(.container).initCompleted { _, _ in }
    #expect(entry?.objectScope === ObjectScope.container)
  }

  @Test func `the identity of a cycle can stand in a list`() {
    func id<Value: Identifiable>(_ value: Value) -> AnyHashable { AnyHashable(value.id) }
    let (first, second) = (GraphIdentifier(), GraphIdentifier())
    #expect(id(first) == id(first))
    #expect(id(first) != id(second))
  }
}
