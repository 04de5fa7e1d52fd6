/// A registration with a factory, and the instance that its scope shares.
package final class Record: Registration, @unchecked Sendable {
  // Unchecked, as its superclass: what changes is guarded by the lock of the owner.

  package let recipe: Recipe
  /// The record whose settings count, if this one is its member for a container or for arguments.
  let template: Record?
  /// Whether it can be found by its key; the record of a `Lazy` cannot.
  let isRegistered: Bool

  // Guarded by the lock of the owner.
  private(set) var configuration: Configuration
  private(set) var mode: Mode
  /// The shared instance.
  var kept: Instance?
  /// The order of creation of the instance that was published last, whoever keeps it; 0 if there was none.
  var creation = 0
  /// The claim: the build that others wait for.
  var build: Build?
  /// How often the instance was given up.
  ///
  /// A build that began before is not kept.
  var resets = 0
  /// How many keys lead here.
  ///
  /// Without one, nothing is kept.
  var keys = 0
  /// What few records have.
  private(set) var rare: Rare?

  package init(
    _ key: ServiceKey, at location: CodeLocation, _ recipe: Recipe, owner: Registry, _ settings: Settings,
    order: Int? = nil
  ) {
    (self.recipe, template, isRegistered) = (recipe, nil, true)
    configuration = Configuration.make(settings)
    mode = recipe.mode(configuration)
    super.init(key, at: location, in: owner, isForward: false, order: order)
  }
  /// A member, which is shared like a service of container scope.
  init(memberOf template: Record, _ owner: Registry) {
    (recipe, self.template, isRegistered) = (template.recipe, template, true)
    configuration = Configuration.make(Settings(scope: ObjectScope.container))
    mode = configuration.mode
    super.init(template.key, at: template.location, in: owner, isForward: false, order: template.order)
  }
  /// One that is found in no table.
  init(unregistered key: ServiceKey, _ kind: ObjectScope, _ owner: Registry, _ recipe: Recipe) {
    (self.recipe, template, isRegistered) = (recipe, nil, false)
    configuration = Configuration.make(Settings(scope: kind))
    mode = configuration.mode
    super.init(key, at: CodeLocation(fileID: "", line: 0), in: owner, isForward: false, order: nil)
  }

  // MARK: - Settings

  package var settings: Settings { present.settings }
  /// The same, of which a reader copies only what it uses.
  var present: Configuration { whole.owner.contents.read { _ in whole.configuration } }
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

  /// The container is gone: the instances are only released.
  func letGo() {
    // Released outside the lock.
    _ = owner.contents.withLock { _ in
      build = nil
      resets += 1
      return (exchange(&kept, with: nil), exchange(&rare, with: nil))
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

/// A service that was got by a `Lazy`, and what was created for that.
struct LazyUse {
  let record: Record
  /// What was created last before the use, and in it.
  let before, after: Int
}
