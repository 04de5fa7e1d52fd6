/// The order of creation of shared instances, given when they are published: what a completion got is older.
let creations = Counter()

extension Record {
  /// The instance that its own container keeps.
  var keptInstance: Instance? { owner.contents.withReadLock { read($0) { $0.home }?.instance($0) } }
  /// The order of creation of the instance that its own container keeps in container scope, for checks; `nil` without one.
  package var keptCreation: Int? {
    owner.contents.withReadLock { contents in
      read(contents) { $0.home }?.read(contents) { $0.life }?.read(contents) {
        $0.kept == nil ? nil : $0.number
      }
    }
  }
}
