import Facet
import FacetTestSupport
import Synchronization
import Testing

/// An option that does something else when it is compared the first time.
private struct Curious: ServiceKeyOption {
  final class Action: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    func runOnce() {
      let body = body.withLock { body in
        defer { body = nil }
        return body
      }
      body?()
    }
  }

  let description: String
  var action: Action?

  init(_ description: String, _ body: (@Sendable () -> Void)? = nil) {
    self.description = description
    action = body.map(Action.init)
  }

  func isEqualTo(_ another: any ServiceKeyOption) -> Bool {
    action?.runOnce()
    (another as? Curious)?.action?.runOnce()
    return another.description == description
  }

  func hash(into hasher: inout Hasher) {}
}

/// Options whose comparison registers: the registration that compares goes on as if it had come last.
@Suite(.timeLimit(.minutes(5))) struct OptionComparisonTests {
  private let container = Container()

  private func register(_ number: Int, _ option: Curious) {
    container.register(Int.self, option: option) { _ in number }
  }

  private func found(_ names: String...) -> [Int?] {
    names.map { container.resolve(Int.self, option: Curious($0)) }
  }

  private var registrations: Int { container.description.split(separator: "\n").count - 2 }

  @Test func `an option whose comparison registers its own key again replaces that`() {
    let container = container
    register(1, Curious("a"))
    register(
      3,
      Curious("a") { [unowned container] in
        container.register(Int.self, option: Curious("a")) { _ in 2 }
      })
    #expect(found("a") == [3])
    #expect(registrations == 1)
  }

  @Test func `an option whose comparison closes the container is kept by none`() async {
    final class Guest: Sendable {}
    let (container, errors) = (container, Recorder<ResolutionError.Code>())
    container.failureHandler = { errors.add($0.code) }
    register(1, Curious("a"))
    weak var kept: Guest?
    do {
      let guest = Guest()
      kept = guest
      let option = Curious("b") { [unowned container] in try? container.close() }
      container.register(Int.self, option: option) { _ in withExtendedLifetime(guest) { 2 } }
    }
    #expect(await isReleased { kept })
    #expect(errors.all == [.containerClosed])
  }

  @Test func `an option whose comparison takes the place of its new key keeps both`() {
    let container = container
    register(1, Curious("a"))
    register(
      2,
      Curious("b") { [unowned container] in
        container.register(Int.self, option: Curious("c")) { _ in 3 }
      })
    #expect(found("a", "b", "c") == [1, 2, 3])
    #expect(registrations == 3)
  }

  @Test func `an option whose comparison registers its own new key first replaces that`() {
    let container = container
    register(1, Curious("a"))
    register(
      3,
      Curious("b") { [unowned container] in
        container.register(Int.self, option: Curious("b")) { _ in 2 }
      })
    #expect(found("a", "b") == [1, 3])
    #expect(registrations == 2)
  }

  @Test func `an option whose comparison registers a hundred keys is found among them`() {
    let container = container
    register(1, Curious("a"))
    register(
      2,
      Curious("b") { [unowned container] in
        for number in 0..<100 { container.register(Int.self, option: Curious("\(number)")) { _ in number } }
      })
    #expect(found("a", "b", "0", "99") == [1, 2, 0, 99])
    #expect(registrations == 102)
  }

  @Test func `an option whose comparison removes all keys is registered`() {
    let container = container
    register(1, Curious("a"))
    register(2, Curious("b") { [unowned container] in container.removeAll() })
    container.failureHandler = { _ in }
    #expect(found("a", "b") == [nil, 2])
    #expect(registrations == 1)
  }
}
