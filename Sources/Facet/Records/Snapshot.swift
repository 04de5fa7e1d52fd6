/// The registrations of a container at one moment.
///
/// They are values: to keep them costs a reference, and whoever changes a table that is kept changes a copy.
struct Snapshot: Sendable {
  private let made: [Registration]
  /// The registrations that a copy has not made.
  private let rest: Unmade.Rest?
  /// The registrations that only the calling thread sees.
  private let drafted: [Registration]

  init(_ contents: borrowing Registry.Contents, _ drafted: [Registration]) {
    (made, rest, self.drafted) = (contents.table.all, contents.unmade?.rest, drafted)
  }

  /// In the order of registration.
  var registrations: [Registration] {
    let others = made.map { ($0, $0.order) } + (rest?.registrations ?? [])
    let replaced = Set(drafted.map(\.key))
    let shown = replaced.isEmpty ? others : others.filter { !replaced.contains($0.0.key) }
    return (shown + drafted.map { ($0, $0.order) }).inOrder { $0.1 }.map(\.0)
  }
}

extension Registry {
  var snapshot: Snapshot {
    let drafted = flags.has(.drafted) ? draft?.table.all ?? [] : []
    return contents.withReadLock { Snapshot($0, drafted) }
  }
  /// The snapshots of some containers below, each before its children.
  ///
  /// Only the newest children of each are looked at, so that a container with thousands of them fails as fast as one with few.
  var snapshotsBelow: [Snapshot] {
    if !flags.has(.usedBelow) { return [] }
    let children = contents.withFirstLock { $1.all }.suffix(16)
    return Array(children).inOrder { $0.number }.flatMap { child in
      (child.flags.has(.used) ? [child.snapshot] : []) + child.snapshotsBelow
    }
  }
}
