/// A container.
final class Box {
  let parent: Box?
  var children: [Box] = []
  var table: [String: Entry] = [:]
  var members: [ObjectIdentifier: Record] = [:]
  /// Whether something was ever registered.
  var isUsed = false
  var isClosed = false
  /// Whether a close of it ends what its parent keeps, too: that was copied with it.
  var ownsParent = false
  /// Whether its decorators are there: `removeAll` removes them for good.
  var hasDecorators = true

  init(_ parent: Box?) {
    self.parent = parent
    parent?.children.append(self)
  }

  /// This one and all above.
  var line: [Box] { [self] + (parent?.line ?? []) }
  /// This one and all below, each before its children.
  var family: [Box] { [self] + children.flatMap(\.family) }
  var entries: [Entry] { table.values.sorted { $0.order < $1.order } }

  /// The record of this container for a scoped service.
  func member(of record: Record) -> Record {
    let member =
      members[ObjectIdentifier(record)] ?? Record(record.service, record.name, self, .scoped, of: record)
    members[ObjectIdentifier(record)] = member
    return member
  }
}

/// A key of a container, and the record that it leads to.
struct Entry {
  let record: Record
  let order: Int
  let isForward: Bool
}

/// A registration.
final class Record {
  struct Storage {
    let number: Int
    var kept: Int?
  }
  let service: Int
  let name: String
  let owner: Box
  var scope: Program.Scope
  let isDecorated: Bool
  /// The registration, if this is the record of one container for a scoped service.
  let master: Record?
  /// The order of registration; that of a replaced one, in an overriding copy.
  var order = 0
  var kept: Int?
  var weak: Int?
  /// Whether nobody holds the weak one any more.
  var isGone = false
  var storage: Storage?
  var life = Life()
  /// How many keys lead here; what has none keeps nothing.
  var keys = 0

  init(_ service: Int, _ name: String, _ owner: Box, _ scope: Program.Scope, of master: Record? = nil) {
    (self.service, self.name, self.owner, self.scope, self.master) = (service, name, owner, scope, master)
    isDecorated = master?.isDecorated ?? owner.hasDecorators
  }
}

/// A record has one at a time: each build begins another one, and what gives up its instance does.
final class Life {
  /// Whether an instance was published in it; there is one at most.
  var isOver = false
  /// What came by the lazies that were taken in it.
  var gained: [Part] = []
}

/// The construction of a shared instance.
final class Build {
  let record: Record
  private let scope: Program.Scope
  let life: Life
  var instance: Int?
  var waitsFor: Set<Int> = []

  init(_ record: Record) {
    record.life = Life()
    (self.record, scope, life) = (record, record.scope, record.life)
  }

  /// Whether the service was given up since it began.
  var isStale: Bool { record.life !== life }
  /// Whether another build was published in its life, or its container is closed.
  var isLost: Bool { record.owner.isClosed || life.isOver }
  var isEnded: Bool { scope.isEnded }
}

/// A service under construction.
struct Frame {
  let key: String
  let record: Record
  let builder: Box
  var build: Build?
  /// What it needs, once its factory runs.
  var part: Part?
  var isCompleting = false
  /// Nobody finds a transient instance.
  var isUnseen = false
  /// What the factory has returned, with the decorators so far.
  var made: Int?
  /// The places of the frames whose half-built instances it has, by itself or through what it got.
  var waitsFor: Set<Int> = []
  var graphMark = 0
  var deferredMark = 0
}

/// The instances of graph scope of one top-level resolve.
final class Graph {
  struct Entry {
    let record: Record
    let builder: Box
    let instance: Int
    var waitsFor: Set<Int>
  }
  var entries: [Entry] = []
}

/// A `Lazy` that a factory, a decorator or a completion took.
final class LazyService {
  let key: String
  let container: Box
  let run: Int
  /// Of the service that gets what it gives.
  let user: Life
  let graph: Graph
  var value: Int?

  init(key: String, container: Box, run: Int, user: Life, graph: Graph) {
    (self.key, self.container, self.run, self.user, self.graph) = (key, container, run, user, graph)
  }
}
