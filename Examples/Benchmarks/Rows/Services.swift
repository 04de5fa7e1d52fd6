// Initializers are not inlined, as those of another file are not.

class Leaf: @unchecked Sendable {
  @inline(never) init() {}
}

protocol Carnivore: AnyObject {}
protocol Animal: AnyObject {}

final class Dog: Animal, Carnivore {
  let names: [String]
  @inline(never) init(_ name: String) { names = [name] }
  @inline(never) init(_ name: String, _ age: Int, _ isTame: Bool) { names = [name] }
}

/// The view model of the README's drawing: three dependencies, two of them one object.
protocol Fetching: AnyObject {}
protocol Updating: AnyObject {}

final class Session {
  @inline(never) init() {}
}

final class Service {
  let session: Session
  @inline(never) init(_ session: Session) { self.session = session }
}

final class CombinedService: Fetching, Updating {
  @inline(never) init() {}
}

final class ViewModel {
  let parts: (any Fetching, any Updating, Service)
  @inline(never) init(_ fetcher: any Fetching, _ updater: any Updating, _ service: Service) {
    parts = (fetcher, updater, service)
  }

  @inline(never) static func byHand() -> ViewModel {
    let combined = CombinedService()
    return ViewModel(combined, combined, Service(Session()))
  }
}

/// A chain of objects.
final class Node: @unchecked Sendable {
  let next: Node?
  @inline(never) init(_ next: Node?) { self.next = next }

  @inline(never) static func byHand(_ depth: Int) -> Node { Node(depth > 1 ? byHand(depth - 1) : nil) }
}

final class Mailbox {
  let parts: (Leaf, Session, Service)
  @inline(never) init(_ leaf: Leaf, _ session: Session, _ service: Service) {
    parts = (leaf, session, service)
  }
}

struct Broken: Error {}
