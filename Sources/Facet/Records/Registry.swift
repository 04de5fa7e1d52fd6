/// The registrations of a container, and the lock that guards them and all changeable parts of its records.
///
/// A registry is an object of its own, so that nothing needs a weak reference to a container: an object that has one counts its references at
/// several times the cost.
@usableFromInline
package final class Registry: Opaque, @unchecked Sendable {
  // Unchecked for the container, which is set before anybody resolves from it; who finds a child by its parent asks for its state alone.

  struct Contents: ~Copyable {
    /// The number of the registry, by which homes and records know their lock.
    let number: Int
    var table = Table()
    /// The registrations that a copy has not made yet.
    var unmade: Unmade?
    /// The master copy, until a registration changes.
    var masterCopy: MasterCopy?
    /// A closed container refuses all.
    var isClosed = false
    /// Rule 11, drain: an awaited close lets in what builds ask for, until it gives up what the container keeps.
    var isDraining = false
    /// A close has taken what there was: what is published from now on is lost.
    var isEmptied = false
    /// The container is gone.
    var isGone = false
    /// The homes of scoped services, its own and those of its parents.
    var homes = HashTable<Home>()
    /// The kept lives, and the running builds.
    var ledger = Ledger()
    /// The records whose homes have storages.
    var stored: [Record] = []
    /// Where the container was closed.
    var closing: CodeLocation?
    /// The parts that few containers have.
    private var rare: Particulars?
    var hasParticulars: Bool { rare != nil }
    /// To be read; `ownParticulars` may be changed.
    var particulars: Particulars { rare ?? .none }
    mutating func ownParticulars() -> Particulars {
      if rare == nil { rare = Particulars() }
      return rare!
    }

    init(_ number: Int) { self.number = number }
  }
  enum Flag: UInt8 {
    /// Somebody looks on: see `ResolveHook`.
    case observed = 1
    /// Something was registered, or it is closed: a resolve must look here.
    case used = 2
    case behaviors = 4
    case decorations = 8
    case defaultScope = 16
    /// A thread registers what others do not see yet: see `Draft`.
    case drafted = 32
    /// The container is a copy, which may not have made all its registrations.
    case copy = 64
    /// Something was registered in a child, or below one.
    case usedBelow = 128
  }
  /// Beside the contents are the children, which come and go with each request.
  let contents: Striped<Contents, HashTable<Registry>>
  let flags = Flags<Flag>()

  package let parent: Registry?
  /// A resolve that has come here holds the container.
  private(set) var container: Borrowed<Container>!
  let initialScope: ObjectScope
  /// How many parents it has.
  package let depth: Int
  /// The order of creation among all registries.
  package let number: Int
  /// Whether it is that of `Container.main`.
  let isMain: Bool
  private static let numbers = Counter()

  init(_ parent: Registry?, _ defaultScope: ObjectScope, isMain: Bool = false) {
    (self.parent, initialScope, self.isMain) = (parent, defaultScope, isMain)
    depth = parent.map { $0.depth + 1 } ?? 0
    number = Registry.numbers.next()
    // Few threads use one child at the same time.
    contents = Striped(Contents(number), beside: HashTable(), count: parent == nil ? 4 : 1)
    guard let parent else { return }
    let (isClosed, isDraining) = parent.contents.withFirstLock { contents, children in
      children.insert(self)
      return (contents.isClosed, contents.isDraining)
    }
    if isClosed {
      refuseAll(at: parent.closing, isDraining: isDraining)
      // No close will come by.
      if !isDraining { contents.withLock { $0.isEmptied = true } }
    }
    // Code that adds a hook to the parent from now on finds this registry among its children.
    if parent.isObserved { inheritHooks() }
  }
  /// A closed container refuses all; while it drains, but what builds ask for.
  ///
  /// Returns whether it was open.
  @discardableResult
  func refuseAll(at location: CodeLocation?, isDraining: Bool = false) -> Bool {
    var (isFirst, pending) = (false, [self])
    while let next = pending.popLast() {
      let (wasOpen, children) = next.contents.withLock { contents in
        next.flags.set(.used)
        if contents.closing == nil { contents.closing = location }
        let wasOpen = !exchange(&contents.isClosed, with: true)
        contents.isDraining = isDraining && (wasOpen || contents.isDraining)
        return (wasOpen, next.contents.otherWhileLocked { $0.all })
      }
      if next === self { isFirst = wasOpen }
      // A child that is made from now on is closed.
      pending += children
    }
    return isFirst
  }
  func set(_ container: Container) { self.container = Borrowed(container) }
  package var ownContainer: Container { container.object }

  // MARK: - Snapshots

  /// This one and all above.
  package var line: UnfoldSequence<Registry, (Registry?, Bool)> { sequence(first: self, next: \.parent) }
  var children: [Registry] { contents.withFirstLock { $1.isEmpty ? [] : $1.all }.inOrder { $0.number } }
  /// Asked while the first lock is held.
  var hasChildren: Bool { contents.otherWhileLocked { !$0.isEmpty } }
  /// This one and all below, each before its children.
  var family: [Registry] {
    var (all, pending) = ([Registry](), [self])
    while let next = pending.popLast() {
      all.append(next)
      pending += next.children.reversed()
    }
    return all
  }

  package func registrations(of type: Any.Type? = nil) -> [Registration] {
    let all = type.map(all) ?? table.all
    return (flags.has(.drafted) ? draft?.over(all, of: type) ?? all : all).inOrder { $0.order }
  }
  /// Something is to be registered.
  func noteUse() {
    flags.set(.used)
    if above?.read({ $0.flags.has(.usedBelow) }) == false { noteUseAbove() }
  }
  @inline(never)
  private func noteUseAbove() {
    for registry in line.dropFirst() {
      registry.flags.set(.usedBelow)
      // Released outside the lock.
      _ = registry.contents.withLock { exchange(&$0.table.search, with: nil) }
    }
  }
  var homes: [Home] { contents.withReadLock { $0.homes.all } }
  var isClosed: Bool { contents.withReadLock { $0.isClosed } }
}

extension Registry: Keyed {
  var key: Int { number }
  @inline(__always)
  func has(_ number: Int) -> Bool { self.number == number }
  @inline(__always)
  static func hash(_ number: Int) -> UInt { spread(UInt(bitPattern: number)) }
}
