import FacetTestSupport
import Testing

@testable import Facet

/// The hash table of registrations, beside a dictionary.
@Suite(.timeLimit(.minutes(20))) struct TableTests {
  private let container = Container()

  @Test(arguments: 1...8) func `it holds what a dictionary holds`(seed: Int) {
    var (table, expected) = (Table(), [String: Record]())
    var random = Chance(seed)
    for _ in 0..<3_000 {
      let name = "\(random.next(below: 60))"
      if random.next(below: 3) == 0 {
        #expect(
          table.remove(ServiceKey(Tea.self, signature: nil, name: name))
            === expected.removeValue(forKey: name))
      } else {
        let record = Record.sample(name, in: container)
        #expect(table.insert(record) === expected.updateValue(record, forKey: name))
      }
      #expect(table.count == expected.count)
    }
    for number in 0..<60 {
      #expect(table.find(ServiceKey(Tea.self, signature: nil, name: "\(number)")) === expected["\(number)"])
    }
    #expect(Set(table.all.map(ObjectIdentifier.init)) == Set(expected.values.map(ObjectIdentifier.init)))
    #expect(table.all(of: Tea.self).count == expected.count)
    #expect(table.all(of: Cake.self).isEmpty)
  }

  @Test func `a name, arguments and a type tell keys apart`() {
    var table = Table()
    let (plain, named) = (Record.sample(in: container), Record.sample("green", in: container))
    #expect(table.insert(plain) == nil)
    #expect(table.insert(named) == nil)
    #expect(table.find(ServiceKey(Tea.self, signature: nil, name: nil)) === plain)
    #expect(table.find(ServiceKey(Tea.self, signature: nil, name: "green")) === named)
    #expect(table.find(ServiceKey(Tea.self, signature: argumentSignature(Int.self), name: nil)) == nil)
    #expect(table.find(ServiceKey(Cake.self, signature: nil, name: nil)) == nil)
  }

  @Test func `a copy stays as it was`() {
    var table = Table()
    _ = table.insert(Record.sample(in: container))
    let copy = table
    _ = table.remove(ServiceKey(Tea.self, signature: nil, name: nil))
    #expect((table.count, copy.count) == (0, 1))
    #expect(copy.find(ServiceKey(Tea.self, signature: nil, name: nil)) != nil)
  }
}
