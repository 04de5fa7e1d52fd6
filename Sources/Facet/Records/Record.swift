/// A registration with a factory: how a service is built, and shared.
///
/// Its instance is in its `Home`.
package final class Record: Registration, @unchecked Sendable {
  // Unchecked, as its superclass: the lock of the owner guards the state.

  package let recipe: Recipe

  struct State: ~Copyable {
    var configuration: Configuration
    /// Where the instance is: made when the first one is built.
    var home: Home?
    /// The homes for arguments, by the hash of the arguments.
    var homes = [Int: [Home]]()
    /// How many keys lead to the record; without one, nothing is kept.
    var keys = 0

    /// Whether there is something to give up.
    var hasInstances: Bool { home != nil || !homes.isEmpty || configuration.kind == .scoped }
    /// Its homes in the registry that owns it.
    var allHomes: [Home] { [home].compactMap(\.self) + homes.values.joined() }
  }
  // As in `Home`: the lock gives access to one party.
  @exclusivity(unchecked) private var held: Held<State>

  package convenience init(_ origin: Origin, by recipe: Recipe, with settings: Settings) {
    self.init(origin, by: recipe, as: .make(settings, for: recipe))
  }
  init(_ origin: Origin, by recipe: Recipe, as configuration: Configuration) {
    self.recipe = recipe
    unsafe held = Held(State(configuration: configuration), in: origin.owner)
    super.init(origin, isForward: false)
  }

  /// A record that has nothing but a scope.
  convenience init(_ origin: Origin, by recipe: Recipe, in scope: ObjectScope) {
    self.init(origin, by: recipe, as: .make(scope, for: recipe))
  }

  @inline(__always)
  func read<Result>(_ contents: borrowing Registry.Contents, _ body: (borrowing State) -> Result) -> Result {
    unsafe held.read(contents, body)
  }
  @inline(__always)
  func change<Result>(_ contents: inout Registry.Contents, _ body: (inout State) -> Result) -> Result {
    unsafe held.change(&contents, body)
  }
  @inline(__always)
  func withReadLock<Result>(_ body: (borrowing State) -> Result) -> Result {
    owner.contents.withReadLock { contents in read(contents, body) }
  }
  @inline(__always)
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    owner.contents.withLock { contents in change(&contents, body) }
  }

  // MARK: - Settings

  var configuration: Configuration { withReadLock { $0.configuration } }
  package var settings: Settings { configuration.settings }

  /// Changes the settings, and keeps the instance.
  func configure(_ change: (inout Settings) -> Void) {
    // The old ones are released outside the lock.
    _ = owner.contents.withLock { contents in
      let old = read(contents) { $0.configuration }
      var settings = old.settings
      change(&settings)
      set(.make(settings, for: recipe), &contents)
      return old
    }
  }
  func add(_ completion: Completion) { configure { $0.completions.append(completion) } }
  /// Adds the decorators that its registry has declared for it; returns the old configuration, which is released outside the lock.
  func decorate(_ contents: inout Registry.Contents) -> Configuration? {
    guard let ofType = contents.particulars.decorators[ObjectIdentifier(key.serviceType)] else { return nil }
    let old = read(contents) { $0.configuration }
    var settings = old.settings
    for one in ofType where one.wraps(key) && !settings.decorators.contains(where: { $0 === one }) {
      settings.decorators.append(one)
    }
    if settings.decorators.count == old.settings.decorators.count { return nil }
    set(.make(settings, for: recipe), &contents)
    return old
  }
  func set(_ new: Configuration, _ contents: inout Registry.Contents) {
    contents.masterCopy = nil
    change(&contents) { $0.configuration = new }
  }
  package var mustBeAwaited: Bool { configuration.mustBeAwaited }

  // MARK: - The home

  /// Whether it is registered, and scoped: then containers make homes for it.
  func isScoped(_ contents: borrowing Registry.Contents) -> Bool {
    read(contents) { $0.configuration.kind == .scoped && $0.keys > 0 }
  }
  /// Whether a home of the record may keep what is asked for in this scope.
  ///
  /// The lock of a child does not guard the record: its homes are forgotten when the scope is changed, or the last key goes.
  func isKept(in home: Home, as kind: ScopeKind, _ contents: borrowing Registry.Contents) -> Bool {
    guard home.scoped == nil, home.arguments == nil else { return home.isOpen }
    return read(contents) { state in
      let present = state.configuration.kind
      // These have other homes: one in each container, or one for each value.
      if present == .scoped || present == .perArgument && key.signature != nil { return false }
      return present.inHome == kind && state.keys > 0
    }
  }
}
