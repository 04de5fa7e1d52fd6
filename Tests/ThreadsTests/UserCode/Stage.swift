import Facet
import FacetTestSupport
import Testing

/// What user code does to the container that runs it.
enum Deed: String, CaseIterable, Codable, Sendable {
  case resolveOthers
  case resolveSame
  case registerOthers
  case registerSame
  case reset
  case close
  case endContainer
}

/// Everything that is registered in a test holds it, so that it shows what is left over.
final class StageMarker: Sendable {}

/// A service that may do something when it is released.
final class StagePart: StagePiece {
  let number: Int
  private let marker: StageMarker
  private let atEnd: @Sendable () -> Void

  init(_ number: Int, _ marker: StageMarker, atEnd: @escaping @Sendable () -> Void = {}) {
    self.number = number
    self.marker = marker
    self.atEnd = atEnd
  }

  deinit { atEnd() }
}
protocol StagePiece: AnyObject, Sendable {
  var number: Int { get }
}
/// Of which a cycle has as many as there are numbers.
final class StageExtra: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// A container, which nothing else holds, and what is done to it.
final class Stage: Sendable {
  let deed: Deed
  let scope: ObjectScope
  let marker: StageMarker
  private let state = Locked(State())

  private struct State {
    var container: Container?
    var deeds = 0
    var isActing = false
    var same: @Sendable (Container) -> Void = { _ = $0.resolve(StagePart.self) }
    var again: (@Sendable (Container) -> Void)?
  }

  init(_ deed: Deed, _ scope: ObjectScope, _ marker: StageMarker) {
    self.deed = deed
    self.scope = scope
    self.marker = marker
    adopt(Container())
  }

  var label: Comment { "\(deed) in \(scope)" }

  var container: Container? { state.withLock { $0.container } }

  var deeds: Int { state.withLock { $0.deeds } }

  /// Whether the container is there, and refuses everything.
  var isClosed: Bool { container?.isClosed == true }

  /// Whether the container is there, and does what it is asked for.
  var isOpen: Bool { container?.isClosed == false }

  func adopt(_ container: Container) {
    container.failureHandler = { _ in }
    registerExtra(in: container)
    state.withLock { $0.container = container }
  }

  private func registerExtra(in container: Container) {
    container.register(StageExtra.self) { (_, number: Int) in StageExtra(number) }
  }

  /// Says how the same service is resolved and registered again, where it is not a part without arguments.
  func setSame(
    _ same: @escaping @Sendable (Container) -> Void, again: (@Sendable (Container) -> Void)? = nil
  ) {
    state.withLock { state in
      state.same = same
      state.again = again
    }
  }

  /// Registers a part, which runs `body` while it is built.
  @discardableResult
  func registerPart(
    _ number: Int = 1, atEnd: @escaping @Sendable () -> Void = {},
    body: @escaping @Sendable (any Resolver) -> Void = { _ in }
  ) -> ServiceEntry<StagePart>? {
    container?.register(StagePart.self) { [marker] r in
      body(r)
      return StagePart(number, marker, atEnd: atEnd)
    }.inObjectScope(scope)
  }

  // MARK: - Acting

  /// Does the deed: what user code calls, wherever it runs.
  ///
  /// What the deed itself runs does nothing more.
  func act() {
    guard begin() else { return }
    perform()
    state.withLock { $0.isActing = false }
  }

  /// Does the deed as asynchronous code does it.
  func actAwaiting() async {
    guard begin() else { return }
    await performAwaiting()
    state.withLock { $0.isActing = false }
  }

  private func begin() -> Bool {
    state.withLock { state in
      guard !state.isActing, state.deeds < 40, state.container != nil else { return false }
      state.isActing = true
      state.deeds += 1
      return true
    }
  }

  /// Drops the container; what goes with it may come back here, so it is released outside the lock.
  private func endContainer() {
    let last = state.withLock { state in state.container.take() }
    _ = consume last
  }

  /// Drops everything that the stage holds.
  func clear() {
    let last = state.withLock { state in
      let last = state
      state = State()
      return last
    }
    withExtendedLifetime(last) {}
  }

  private func perform() {
    if deed == .endContainer { return endContainer() }
    guard let container else { return }
    switch deed {
    case .resolveOthers:
      if !container.hasAnyRegistration(of: StageExtra.self) { registerExtra(in: container) }
      // Other numbers each time, so that the cycle grows.
      for number in 50 * deeds..<50 * deeds + 50 {
        expect(container.resolve(StageExtra.self, argument: number)?.number == number)
      }
    case .resolveSame:
      state.withLock { $0.same }(container)
    case .registerOthers:
      for number in 0..<100 { container.register(Int.self, name: "\(number)") { _ in number } }
    case .registerSame:
      guard let again = state.withLock({ $0.again }) else { return _ = registerPart(2) }
      again(container)
    case .reset:
      for scope in [.graph, .container, .weak, scope] { container.resetObjectScope(scope) }
    case .close:
      do throws(CloseError) { try container.close() } catch { expectRefusal(of: error) }
    case .endContainer: break
    }
  }

  private func performAwaiting() async {
    guard let container else { return }
    switch deed {
    case .resolveOthers:
      expect((try? await container.requireAsync(StageExtra.self, argument: -1))?.number == -1)
    case .resolveSame:
      _ = (try? await container.requireAsync(StagePart.self))
    case .close:
      do throws(CloseError) { try await container.closeAsync() } catch { expectRefusal(of: error) }
    default: perform()
    }
  }

  /// A close that fails here has done nothing: user code that is a part of a build cannot wait for its end.
  private func expectRefusal(of error: CloseError) {
    if case .failures = error.reason { Issue.record("\(label): \(error)") }
  }

  // MARK: - Checking

  /// Checks a service that was asked for; a container that is closed may have refused it.
  func expect(_ part: (any StagePiece)?) {
    #expect(part.map { $0.number == 1 || $0.number == 2 } ?? isClosed, label)
  }

  /// Checks the part, if the container is there.
  func expectPart() { if let container { expect(container.resolve(StagePart.self)) } }

  /// Checks what holds unless the container is closed.
  func expect(_ holds: Bool) {
    if !isClosed { #expect(holds, label) }
  }

  /// Checks that the container works as before, if it is there, and that a closed one has nothing left.
  func expectOrder() {
    guard let container else { return }
    if container.isClosed { return expectNothing(in: container) }
    container.register(StagePart.self, name: "last") { [marker] _ in StagePart(3, marker) }
    let found = [
      container.resolve(StageExtra.self, argument: 7)?.number,
      container.resolve(StagePart.self, name: "last")?.number,
    ]
    #expect(found == [7, 3], label)
    guard deed == .registerOthers, deeds > 0 else { return }
    let numbers = (0..<100).map { container.resolve(Int.self, name: String($0)) }
    #expect(numbers == Array(0..<100), label)
  }
  private func expectNothing(in container: Container) {
    let failures = Recorder<ResolutionError.Code>()
    container.failureHandler = { failures.add($0.code) }
    container.register(Int.self) { _ in 1 }
    #expect(
      container.resolve(StageExtra.self, argument: 7) == nil && container.resolve(Int.self) == nil, label)
    #expect(failures.all == [.containerClosed, .containerClosed, .containerClosed], label)
    #expect(container.description == "[\n]", label)
    #expect(throws: Never.self) { try container.close() }
  }
}
