/// The instances of an ended cycle that somebody may still hold.
///
/// Kept weakly, under numbers instead of addresses, so that it neither extends a lifetime nor mistakes a new
/// record for an old one.
final class SurvivorTable: Sendable {
  /// Which record built an instance, for which registry.
  struct Key: Hashable {
    let record: Int
    let server: Int
  }

  /// One instance, and the arguments that it was built with.
  struct Survivor {
    weak var object: AnyObject?
    let arguments: ArgumentCopy?
  }

  private let survivors = Guarded<[Key: [Survivor]]>([:])

  func insert(_ object: AnyObject, arguments: ArgumentCopy?, for key: Key) {
    // What goes, and what is looked at, may lose its last owner here: it is released outside the lock.
    _ = survivors.withLock { survivors -> ([Survivor], [AnyObject?]) in
      let known = survivors[key] ?? []
      let objects = known.map(\.object)
      let others = zip(known, objects).filter { $1 != nil && $1 !== object }.map(\.0)
      survivors[key] = others + [Survivor(object: object, arguments: arguments)]
      return (known, objects)
    }
  }

  /// What was built for a key, the living and the dead.
  func find(_ key: Key) -> [Survivor] {
    survivors.withLock { $0[key] ?? [] }
  }
}
