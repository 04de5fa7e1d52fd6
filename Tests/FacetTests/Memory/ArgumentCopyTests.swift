import Testing

@testable import Facet

/// Arguments of a resolve, and copies that outlive it.
@Suite(.timeLimit(.minutes(5))) struct ArgumentCopyTests {
  @Test func `a list is what the signature says`() {
    let tea = Tea()
    withUnsafePointer(to: (7, "green", tea)) { list in
      let (number, name, object) = Signature<Int, String, Tea>.tuple(Arguments(list))
      #expect(number == 7 && name == "green" && object === tea)
    }
    withUnsafePointer(to: "green") { #expect(Signature<String>.tuple(Arguments($0)) == "green") }
  }

  @Test func `a list without arguments needs no memory`() {
    func list<each Argument>(_: repeat (each Argument).Type) -> (repeat each Argument) {
      Signature<repeat each Argument>.tuple(nil)
    }
    #expect(list() == ())
  }

  @Test func `lists are equal if they are the same memory`() {
    withUnsafePointer(to: 7) { first in
      #expect(Arguments(first) === Arguments(first))
      #expect(!(ArgumentCopy(Int.self, of: Arguments(first)).arguments === Arguments(first)))
    }
  }

  @Test func `a copy keeps its arguments until its end`() {
    weak var released: Tea?
    var copy: ArgumentCopy?
    do {
      let tea = Tea()
      released = tea
      copy = .keeping(7, tea as Tea?, "a name of more than a few words of memory")
    }
    #expect(released != nil)
    do {
      let values = copy.map { Signature<Int, Tea?, String>.tuple($0.arguments) }
      #expect(values?.0 == 7)
      #expect(values?.1 === released)
      #expect(values?.2 == "a name of more than a few words of memory")
    }
    copy = nil
    #expect(released == nil)
  }
}
