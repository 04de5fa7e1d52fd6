/// A container.
final class Box {
  let parent: Box?
  var children: [Box] = []
  var table: [String: Entry] = [:]
  var members: [ObjectIdentifier: Record] = [:]
  /// Whether something was ever registered.
  var isUsed = false
  var isClosed = false

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
      members[ObjectIdentifier(record)] ?? Record(record.service, record.name, self, .scoped, isMember: true)
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
  let isMember: Bool
  /// The order of registration; that of a replaced one, in a layer.
  var order = 0
  var kept: Int?
  var weak: Int?
  var storage: Storage?
  /// When the instance was kept.
  var creation = 0
  var resets = 0
  /// How many keys lead here; what has none keeps nothing.
  var keys = 0

  init(_ service: Int, _ name: String, _ owner: Box, _ scope: Program.Scope, isMember: Bool = false) {
    (self.service, self.name, self.owner, self.scope, self.isMember) = (service, name, owner, scope, isMember)
  }
}

/// The construction of a shared instance.
final class Build {
  let record: Record
  private let resets: Int
  var instance: Int?
  var number = 0
  var waitsFor: Set<Int> = []

  init(_ record: Record) { (self.record, resets) = (record, record.resets) }

  /// Whether nothing was reset since it began.
  var isWanted: Bool { record.resets == resets && (record.keys > 0 || record.isMember) }
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
  /// The places of the frames whose half-built instances it has, by itself or through what it got.
  var waitsFor: Set<Int> = []
  var graphMark = 0
  var deferredMark = 0
}
