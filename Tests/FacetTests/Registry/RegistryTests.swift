import FacetTestSupport
import Testing

@testable import Facet

/// A registry, also one that some threads read while others change it.
@Suite(.offPool, .timeLimit(.minutes(5))) struct RegistryTests {
  private struct Blend: ServiceKeyOption {
    let number: Int
    var description: String { "blend \(number)" }

    func isEqualTo(_ another: any ServiceKeyOption) -> Bool { (another as? Blend)?.number == number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private let container = Container()
  private var registry: Registry { container.registry }

  /// A registry that the test itself closes.
  private func makeRegistry(parent: Registry? = nil) -> Registry {
    let registry = Registry(parent: parent, defaultScope: .graph, threads: Thread.local)
    registry.setContainer(container)
    return registry
  }

  /// The name of what is found for a key, as a resolve finds it.
  private static func name(_ name: String, in registry: Registry) -> String? {
    Thread.current.inOneCycle(asking: nil) {
      registry.find(Lookup(Tea.self, nil, name))?.object.name
    }
  }

  /// Looks for a name over and over, until the flag is set; false if it is once not there.
  private func reader(_ name: String, _ flag: Flag) -> ThreadRun<Bool> {
    ThreadRun { [registry] in
      while !flag.isSet {
        guard Self.name(name, in: registry) == name else { return false }
      }
      return true
    }
  }

  @Test func `readers find what stays while the table grows`() {
    #expect(registry.add(Record.sample("stays", in: container)))
    let flag = Flag()
    let readers = (0..<2).map { _ in reader("stays", flag) }
    for number in 0..<3_000 { #expect(registry.add(Record.sample("\(number)", in: container))) }
    flag.set()
    for reader in readers { #expect(reader.result == true) }
    #expect(registry.registrations().count == 3_001)
  }

  @Test func `readers find the old one or the new one while a key is replaced`() {
    #expect(registry.add(Record.sample("stays", in: container)))
    let flag = Flag()
    let readers = (0..<2).map { _ in reader("stays", flag) }
    for _ in 0..<3_000 { #expect(registry.add(Record.sample("stays", in: container))) }
    flag.set()
    for reader in readers { #expect(reader.result == true) }
    #expect(registry.registrations().count == 1)
  }

  @Test func `readers find what stays while others come and go`() {
    #expect(registry.add(Record.sample("stays", in: container)))
    let flag = Flag()
    let readers = (0..<2).map { _ in reader("stays", flag) }
    for number in 0..<1_500 {
      #expect(registry.add(Record.sample("\(number)", in: container)))
      #expect(registry.remove(Lookup(Tea.self, nil, "\(number)")))
    }
    flag.set()
    for reader in readers { #expect(reader.result == true) }
    #expect(registry.registrations().count == 1)
  }

  @Test func `writers on several threads lose nothing`() {
    let writers = (0..<4).map { writer in
      ThreadRun { [container] in
        (0..<500).allSatisfy {
          container.registry.add(Record.sample("\(writer).\($0)", in: container))
        }
      }
    }
    for writer in writers { #expect(writer.result == true) }
    #expect(registry.registrations().count == 2_000)
    let names = (0..<4).flatMap { writer in (0..<500).map { "\(writer).\($0)" } }
    #expect(names.allSatisfy { Self.name($0, in: registry) == $0 })
  }

  @Test func `writers of keys with an option lose nothing beside others`() {
    @Sendable func insert(_ number: Int, in container: Container) -> Bool {
      container.registry.add(Record.sample(option: OptionBox(Blend(number: number)), in: container.registry))
    }
    let writers = (0..<3).map { writer in
      ThreadRun { [container] in
        // Every number comes from two writers: one replaces the other's.
        for number in 0..<100 where !insert(number + writer / 2 * 100, in: container) { return false }
        return true
      }
    }
    for writer in writers { #expect(writer.result == true) }
    #expect(registry.registrations().count == 200)
  }

  @Test func `registrations come in the order in which they were made`() {
    let names = (0..<50).map { "\($0)" }
    for name in names { #expect(registry.add(Record.sample(name, in: container))) }
    #expect(registry.registrations().map { $0.name ?? "" } == names)
    #expect(registry.registrations(of: Tea.self).map { $0.name ?? "" } == names)
    #expect(registry.registrations(of: Cake.self).isEmpty)
  }

  @Test func `removing says whether there was something`() {
    #expect(registry.add(Record.sample("green", in: container)))
    #expect(registry.remove(Lookup(Tea.self, nil, "green")))
    #expect(!registry.remove(Lookup(Tea.self, nil, "green")))
    #expect(!registry.remove(Lookup(Tea.self, nil, "black")))
  }

  @Test func `a registry that is emptied can be filled again`() {
    for number in 0..<20 { #expect(registry.add(Record.sample("\(number)", in: container))) }
    registry.removeAll()
    #expect(registry.registrations().isEmpty)
    #expect(registry.add(Record.sample("0", in: container)))
    #expect(Self.name("0", in: registry) == "0")
  }

  @Test func `nothing is put into a registry that is closed`() {
    let registry = makeRegistry()
    #expect(registry.add(Record.sample("green", in: container)))
    registry.close()
    #expect(!registry.add(Record.sample("black", in: container)))
    #expect(!registry.add(Record.sample("green", in: container)))
    #expect(!registry.remove(Lookup(Tea.self, nil, "green")))
    #expect(Self.name("black", in: registry) == nil)
  }

  @Test func `nothing with an option is put into a registry that is closed`() {
    let registry = makeRegistry()
    registry.close()
    #expect(!registry.add(Record.sample(option: OptionBox(Blend(number: 1)), in: registry)))
  }

  @Test func `a closed registry leaves its parent's list of children`() {
    let child = makeRegistry(parent: registry)
    #expect(registry.liveChildren.count == 1)
    child.close()
    #expect(registry.liveChildren.isEmpty)
  }

  @Test func `a key is looked up in the parent when it is not here`() {
    let child = Container(parent: container)
    #expect(registry.add(Record.sample("green", in: container)))
    #expect(Self.name("green", in: child.registry) == "green")
    #expect(child.registry.add(Record.sample("black", in: child)))
    #expect(Self.name("black", in: registry) == nil)
  }
}
