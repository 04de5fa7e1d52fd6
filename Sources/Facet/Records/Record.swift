/// A registration with a factory, and the instance that its scope shares.
package final class Record: Registration, @unchecked Sendable {
  // Unchecked, as its superclass: `recipe` and `template` never change, and the rest is guarded by the lock of the owner.

  package let recipe: Recipe
  /// The record whose settings count, if this one is its member for a container or for arguments.
  let template: Record?
  /// Whether it can be found by its key; the record of a `Lazy` cannot.
  let isRegistered: Bool

  // Each access has the lock, or reads what one thread alone has: so the run time need not check it again.
  @exclusivity(unchecked) private var state: State

  private struct State {
    var configuration: Configuration
    var mode: Mode
    var kept: Instance?
    var build: Build?
    var rare: Rare?
    var creation = 0, resets = 0, keys = 0
  }
  private(set) var configuration: Configuration {
    get { unsafe state.configuration }
    set { unsafe state.configuration = newValue }
  }
  private(set) var mode: Mode {
    get { unsafe state.mode }
    set { unsafe state.mode = newValue }
  }
  /// The shared instance.
  var kept: Instance? {
    get { unsafe state.kept }
    set { unsafe state.kept = newValue }
  }
  /// The order of creation of the instance that was published last, whoever keeps it; 0 if there was none.
  var creation: Int {
    get { unsafe state.creation }
    set { unsafe state.creation = newValue }
  }
  /// The claim: the build that others wait for.
  var build: Build? {
    get { unsafe state.build }
    set { unsafe state.build = newValue }
  }
  /// How often the instance was given up.
  ///
  /// A build that began before is not kept.
  var resets: Int {
    get { unsafe state.resets }
    set { unsafe state.resets = newValue }
  }
  /// How many keys lead here.
  ///
  /// Without one, nothing is kept.
  var keys: Int {
    get { unsafe state.keys }
    set { unsafe state.keys = newValue }
  }
  /// What few records have.
  private(set) var rare: Rare? {
    get { unsafe state.rare }
    set { unsafe state.rare = newValue }
  }

  package init(
    _ key: ServiceKey, at location: CodeLocation, _ recipe: Recipe, owner: Registry, _ settings: Settings,
    order: Int? = nil
  ) {
    (self.recipe, template, isRegistered) = (recipe, nil, true)
    let configuration = Configuration.make(settings)
    unsafe state = State(configuration: configuration, mode: recipe.mode(configuration))
    super.init(key, at: location, in: owner, isForward: false, order: order)
  }
  /// A member, which is shared like a service of container scope.
  init(memberOf template: Record, _ owner: Registry) {
    (recipe, self.template, isRegistered) = (template.recipe, template, true)
    let configuration = Configuration.make(Settings(scope: ObjectScope.container))
    unsafe state = State(configuration: configuration, mode: configuration.mode)
    super.init(template.key, at: template.location, in: owner, isForward: false, order: template.order)
  }
  /// One that is found in no table.
  init(unregistered key: ServiceKey, _ kind: ObjectScope, _ owner: Registry, _ recipe: Recipe) {
    (self.recipe, template, isRegistered) = (recipe, nil, false)
    let configuration = Configuration.make(Settings(scope: kind))
    unsafe state = State(configuration: configuration, mode: configuration.mode)
    super.init(key, at: CodeLocation(fileID: "", line: 0), in: owner, isForward: false, order: nil)
  }

  // MARK: - Settings

  package var settings: Settings { whole.owner.contents.withLock { _ in whole.configuration }.settings }
  /// The record that the settings belong to.
  var whole: Record { template ?? self }

  /// Call it with the lock of the owner.
  func set(_ new: Configuration) {
    (configuration, mode) = (new, recipe.mode(new))
  }
  /// Changes the settings, and keeps the instance.
  func change(_ change: (inout Settings) -> Void) {
    // Released outside the lock.
    _ = owner.contents.withLock { _ in
      let old = configuration
      var settings = old.settings
      change(&settings)
      set(.make(settings))
      return old
    }
  }

  package var mustBeAwaited: Bool {
    recipe.asyncFactory != nil || settings.completions.contains(where: \.isAwaited)
  }
}

// MARK: - What few records have

extension Record {
  final class Rare {
    /// The shared instance, if it is kept weakly.
    var keptWeakly: WeakInstance?
    /// The storage of a custom scope.
    var storage: (any InstanceStorage)?
    /// Whose turn it is to use the storage.
    var turn: Build?
    /// The members for arguments, by the hash of the arguments.
    var members: [Int: [Member]] = [:]
    /// The shared instance as forwards show it, by the numbers of those: a forward that is removed is not held.
    var conversions: [(forward: Int, instance: Instance)] = []
    /// The services that were got by a `Lazy`: they end later.
    var usedLazily: [LazyUse] = []
  }
  struct Member { let arguments: KeptArguments, record: Record }

  /// To change one of them.
  var rarely: Rare {
    if let rare { return rare }
    let new = Rare()
    rare = new
    return new
  }
}
