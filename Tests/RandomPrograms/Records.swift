/// A container.
final class Box {
  let parent: Box?
  var children: [Box] = []
  var table: [String: Entry] = [:]
  var members: [ObjectIdentifier: Record] = [:]
  /// Whether something was ever registered.
  var isUsed = false
  var isClosed = false
  /// Whether its decorators are there: `removeAll` removes them for good.
  var hasDecorators = true
  /// What was given up while it was built: it ends when its record is given up again, at the latest with the container.
  var outlived: [(instance: Int, record: Record, creation: Int)] = []

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
  /// The order of registration; that of a replaced one, in a layer.
  var order = 0
  var kept: Int?
  var weak: Int?
  var storage: Storage?
  /// When an instance was kept last.
  var creation = 0
  var resets = 0
  /// How many keys lead here; what has none keeps nothing.
  var keys = 0

  init(_ service: Int, _ name: String, _ owner: Box, _ scope: Program.Scope, of master: Record? = nil) {
    (self.service, self.name, self.owner, self.scope, self.master) = (service, name, owner, scope, master)
    isDecorated = master?.isDecorated ?? owner.hasDecorators
  }
}

/// The construction of a shared instance.
final class Build {
  let record: Record
  private let scope: Program.Scope
  private let resets: Int, creation: Int
  var instance: Int?
  var number = 0
  var waitsFor: Set<Int> = []

  init(_ record: Record) {
    (self.record, scope, resets, creation) = (record, record.scope, record.resets, record.creation)
  }

  /// Whether the service was not given up since it began.
  var isWanted: Bool {
    record.scope == scope && record.resets == resets && (record.master ?? record).keys > 0
  }
  /// Whether another build of the service was published meanwhile, or its container is closed.
  var isLost: Bool { record.owner.isClosed || isWanted && record.creation != creation }
  var isEnded: Bool { scope.isEnded }
}

/// A service under construction.
struct Frame {
  let key: String
  let record: Record
  let builder: Box
  var build: Build?
  var isCompleting = false
  /// Nobody finds a transient instance.
  var isUnseen = false
  /// Whether this one, or one below, has begun anew.
  var isAgain = false
  /// The places of the frames whose half-built instances it has, by itself or through what it got.
  var waitsFor: Set<Int> = []
  var graphMark = 0
  var deferredMark = 0
}
