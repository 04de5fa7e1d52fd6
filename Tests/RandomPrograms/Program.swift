/// A small program that registers services and uses containers, as a value: it can be run, interpreted, shrunk and printed.
struct Program: Equatable, Sendable {
  enum Scope: CaseIterable, Sendable {
    case transient, graph, container, weak, scoped
    /// A custom scope, whose storage keeps its instance until it is reset.
    case session
    /// A custom scope, whose storage forgets its instance at the end of each top-level resolve.
    case brief

    /// Whether a container ends the instances.
    var isEnded: Bool { ![.transient, .graph, .weak].contains(self) }
    var isCustom: Bool { [.session, .brief].contains(self) }
  }

  /// One container: on its own, the child of an earlier one, or an overriding copy of an earlier one.
  enum Place: Equatable, Sendable {
    case root, child(of: Int), overriding(Int)

    var isChild: Bool { if case .child = self { true } else { false } }
  }

  /// What a factory, a decorator or a completion does.
  enum Wish: Equatable, Sendable {
    /// Resolves a key; if that fails, goes on if `isCaught`, or fails too.
    case get(String, isCaught: Bool)
    case reset(Scope)
    case closeScope(Scope)
    /// Closes the container that resolves.
    case close
    /// Registers a service again, once: else a factory might do so for ever.
    case register(Int)
    case unregister(Int)
    /// Takes a `Lazy` of a service, for a later step.
    case later(String)
    /// Uses what it has taken so far.
    case use

    /// What it leads to; what gives something up leads nowhere.
    var key: String? {
      switch self {
      case .get(let key, _), .later(let key): key
      default: nil
      }
    }
  }

  struct Service: Equatable, Sendable {
    /// The key, which services of different containers may share.
    var name: String
    var container: Int
    /// `nil` for the default, which is that of the replaced service in an overriding copy.
    var scope: Scope?
    var needs: [Wish] = []
    /// `nil` for no completion.
    var completion: [Wish]?
    var decorators: [[Wish]] = []
    /// The runs of the factory that fail at their end, counted from 1.
    var failingFactories: Set<Int> = []
    var failingCompletions: Set<Int> = []
    var hasFailingEnd = false
    /// Whether the action for the end is asynchronous, in a program for tasks.
    var isEndAwaited = false
    /// Whether the factory is asynchronous, in a program for tasks.
    var isAwaited = false

    var wishes: [Wish] { needs + (completion ?? []) + decorators.joined() }
  }

  struct Forward: Equatable, Sendable {
    var name: String
    var container: Int
    var service: Int
  }

  enum Step: Equatable, Sendable {
    case resolve(String, in: Int)
    /// Resolves in a task that is cancelled at the same moment.
    case cancel(String, in: Int)
    case reset(Scope, in: Int)
    case closeScope(Scope, in: Int)
    case close(Int)
    /// Closes a child, and lets go of it.
    case leave(Int)
    case register(Int)
    /// Registers some of one container again, all at once.
    case together([Int])
    case unregister(Int)
    case removeAll(Int)
    case change(Int, Scope)
    /// Uses all lazies.
    case use
    /// Nobody but the containers holds an instance any more.
    case letGo

    var isResolve: Bool {
      switch self {
      case .resolve, .cancel: true
      default: false
      }
    }
  }

  var containers: [Place]
  var services: [Service]
  var forwards: [Forward]
  var steps: [Step]

  func isOverriding(_ container: Int) -> Bool {
    if case .overriding = containers[container] { true } else { false }
  }
  /// Whether a service may be registered again without what is chained to it, for a moment.
  func isShownEarly(_ service: Int) -> Bool {
    steps.contains(.register(service)) || services.contains { $0.wishes.contains(.register(service)) }
  }
  func services(of container: Int) -> [Int] {
    services.indices.filter { services[$0].container == container }
  }
  /// A container and those above, as they are when the program begins.
  func line(of container: Int) -> [Int] {
    switch containers[container] {
    case .root: [container]
    case .child(let parent): [container] + line(of: parent)
    case .overriding(let other): [container] + line(of: other)
    }
  }
}
