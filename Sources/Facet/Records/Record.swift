/// A registration with a factory: how a service is built, and shared.
///
/// Its instance is in its `Home`.
package final class Record: Registration, @unchecked Sendable {
  // Unchecked, as its superclass: what changes is guarded by the lock of the owner.

  package let recipe: Recipe

  // Guarded by the lock of the owner.
  private(set) var configuration: Configuration
  /// What each resolve asks of that.
  private(set) var mode: Mode
  /// Where the instance is: made when the first one is built.
  private(set) var home: Home?
  /// The homes for arguments, by the hash of the arguments.
  var homes: [Int: [(arguments: KeptArguments, home: Home)]] = [:]
  /// How many keys lead here.
  var keys = 0 { didSet { home?.isOpen = keys > 0 } }

  package init(
    _ key: ServiceKey, at location: CodeLocation, _ recipe: Recipe, owner: Registry, _ settings: Settings,
    order: Int? = nil
  ) {
    self.recipe = recipe
    configuration = Configuration.make(settings, recipe)
    mode = configuration.mode
    super.init(key, at: location, in: owner, isForward: false, order: order)
  }
  /// One that is found in no table.
  convenience init(unregistered key: ServiceKey, _ scope: ObjectScope, _ owner: Registry, _ recipe: Recipe) {
    self.init(key, at: CodeLocation(fileID: "", line: 0), recipe, owner: owner, Settings(scope: scope))
    home = Home(.ofLazy, in: owner)
  }

  // MARK: - Settings

  package var settings: Settings { present.settings }
  /// The same, of which a reader copies only what it uses.
  private var present: Configuration { owner.contents.read { _ in configuration } }

  /// Call it with the lock of the owner.
  func set(_ new: Configuration) {
    (configuration, mode) = (new, new.mode)
  }
  /// Changes the settings, and keeps the instance.
  func change(_ change: (inout Settings) -> Void) {
    // Released outside the lock.
    _ = owner.contents.withLock { _ in
      let old = configuration
      var settings = old.settings
      change(&settings)
      set(.make(settings, recipe))
      return old
    }
  }
  package var mustBeAwaited: Bool {
    recipe.asyncFactory != nil || settings.completions.contains(where: \.isAwaited)
  }

  // MARK: - The home

  /// Its own home.
  var ownHome: Home {
    let known = owner.contents.read { _ in home }
    if let known { return known }
    return owner.contents.withLock { _ in
      if home == nil { home = Home(.ofRecord, in: owner, isOpen: keys > 0) }
      return home!
    }
  }
  /// The container is gone: the instances are only released.
  func letGo() {
    let all = owner.contents.withLock { _ in
      [home].compactMap(\.self) + exchange(&homes, with: [:]).values.joined().map(\.home)
    }
    for home in all { home.letGo(self) }
  }
}
