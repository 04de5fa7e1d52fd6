import Facet
import Sending
import XCTest

private final class Book: Store {
  private let count: (Int) -> Void
  init(_ count: @escaping (Int) -> Void = { _ in }) { self.count = count }
  func save() { count(1) }
}

@MainActor private final class Window: Screen {
  private(set) var isShown = false
  func show() { isShown = true }
}

/// A test case of XCTest, whose methods belong to no actor, or to the main one.
final class SendingTests: XCTestCase {
  private let container = Container()
  private var store: (any Store)!

  override func setUp() async throws {
    container.register((any Store).self) { _ in Book() }
    container.register((any Store).self, name: "a") { _ in Book() }
    container.register((any Screen).self) { @MainActor _ in Window() }
    store = container.resolve((any Store).self)
    store = try await container.requireAsync((any Store).self)
  }

  func testAnActorTakesWhatIsResolved() async throws {
    let keeper = Keeper(container)
    try await sendElsewhere(container, keeper)
    let store = try container.require((any Store).self)
    await MainActor.run { store.save() }
  }

  @MainActor func testATaskTakesWhatIsResolved() async throws {
    try startTasks(container)
    let store = container.resolve((any Store).self)!
    await Task { store.save() }.value
  }
}
