/// Puts what was registered with a copied container in the place of what it overrides.
///
/// A registration belongs to the registry that it was made in. So each is made anew where it has to stand: in the topmost
/// registry that has one of its keys, or a forward that will lead to it. From there it reaches everything below, and what
/// a parent keeps holds nothing of a child.
///
/// Lists are searched where a dictionary would do, and the code is compiled to be small: tests override few services, but every
/// program has this.
struct Overrides {
  /// The registries of the container and its parents, the topmost first.
  private var line: [Registry] = []
  /// What each of them had before the overrides.
  private var originals: [[Registration]] = []
  /// What is registered from now on has a number that is not lower.
  private let first = Registration.nextOrder

  init(of container: Container) {
    note(container.registry)
    container.registry.notes.setOverriding(true)
  }

  private mutating func note(_ registry: Registry) {
    if let parent = registry.parent { note(parent) }
    line.append(registry)
    originals.append(registry.registrations())
  }

  /// Finds what is new in the container, and puts it in its places.
  func settle() {
    line[line.count - 1].notes.setOverriding(false)
    var overrides: [Override] = []
    for registration in line[line.count - 1].registrations() where registration.order >= first {
      // A decorator of a parent's service stays above it.
      if registration.record.settings.wrappingFactory != nil { continue }
      overrides.append(Override(registration, level: line.count))
    }
    place(overrides)
    for override in overrides {
      override.settle(in: line[override.level], with: overrides)
    }
    // Those that are left: the closure may have removed one.
    let forwards = line.map { $0.registrations().filter { Override.ofTarget(of: $0, in: overrides) != nil } }
    for override in overrides {
      _ = line[override.level].add(override.settled)
      for level in line.indices where level > override.level { line[level].takeOut(override.lookup) }
    }
    // From the top: what wraps a service takes the forwards of those above.
    for (registry, forwards) in zip(line, forwards) {
      for override in overrides where registry.depth > line[override.level].depth {
        registry.wrapAgain(override.added)
      }
      for forward in forwards {
        guard let override = Override.ofTarget(of: forward, in: overrides) else { continue }
        forward.forward.map { registry.lead($0, to: override) }
      }
    }
    for registry in line {
      registry.notes.forgetReplacements()
      registry.giveUpInstances()
    }
  }

  /// Finds the level of each override, the same for all keys of a record.
  private func place(_ overrides: [Override]) {
    for level in line.indices {
      for original in originals[level] {
        if let override = Override.of(original, in: overrides) {
          override.level = min(override.level, level)
          // In the place of the first one, for `resolveAll`.
          override.order = override.order ?? original.order
        } else if let override = Override.ofTarget(of: original, in: overrides) {
          override.level = min(override.level, level)
        }
      }
    }
    for override in overrides {
      for other in overrides where other.added.record === override.added.record {
        override.level = min(override.level, other.level, line.count - 1)
      }
    }
  }
}

/// One registration that overrides others.
private final class Override {
  let added: Registration
  var lookup: Lookup { added.lookup }
  /// Where it comes to stand in the line.
  var level: Int
  /// The number of the registration whose place it takes.
  var order: Int?
  /// The registration as it stands in the end.
  private(set) var settled: Registration

  init(_ added: Registration, level: Int) {
    self.added = added
    self.level = level
    settled = added
  }

  /// What overrides the key of a registration.
  static func of(_ original: Registration, in overrides: [Override]) -> Override? {
    for override in overrides where override.lookup.matches(original) { return override }
    return nil
  }

  /// What overrides the key of a forward's target, unless something overrides the forward itself.
  static func ofTarget(of original: Registration, in overrides: [Override]) -> Override? {
    guard original.isForward, of(original, in: overrides) == nil else { return nil }
    return of(original.record, in: overrides)
  }

  /// Makes the registration anew in a registry, with the record that another key of it may have made already.
  func settle(in registry: Registry, with overrides: [Override]) {
    let old = added.record
    var record: Record?
    var recordOrder = old.order
    for other in overrides where other.added.record === old {
      if other.settled !== other.added { record = other.settled.record }
      if other.added === old { recordOrder = other.order ?? recordOrder }
    }
    var settings = old.settings.copy(scope: old.settings.scope)
    // Those are of the container that it was made in.
    settings.decorators = []
    let new =
      record
      ?? Record(
        old.key, at: old.location, old.recipe, owner: registry, configuration: .make(settings),
        order: recordOrder)
    registry.notes.decorate(new)
    guard let forward = added.forward else { return settled = new }
    settled = forward.copy(in: registry, to: new, order: order ?? forward.order)
  }
}

extension Forward {
  /// The same forward to the record behind another forward, whose type it converts from.
  fileprivate func copy(in registry: Registry, behind first: Forward) -> Forward {
    Forward(
      key, at: location, in: registry, target: first.target, isUserCode: isUserCode || first.isUserCode,
      order: order
    ) { service, result in
      Slot.withOpened(first.serviceType) { middle in
        first.convert(service, to: middle)
        self.convert(middle, to: result)
        return true
      }
    }
  }
}

extension Registry {
  /// Takes out the registration for a key, if there is one.
  fileprivate func takeOut(_ lookup: Lookup) {
    Thread.current.inOneCycle(asking: self) { _ = remove(lookup) }
  }

  /// Lets what decorates a key here wrap what took the place of the parent's service.
  fileprivate func wrapAgain(_ override: Registration) {
    guard notes.decorates(override.key), let known = parent?.found(override.key) else { return }
    wrap(known, at: override.location)
  }

  /// Lets a forward of a replaced entry lead to what took the entry's place: here that may be what wraps it.
  fileprivate func lead(_ forward: Forward, to override: Override) {
    if let known = registration(of: forward.target.key), !known.isForward,
      known.record.settings.wrappingFactory != nil
    {
      return lead(forward, to: known.record)
    }
    let settled = override.settled
    _ = add(
      settled.forward.map { forward.copy(in: self, behind: $0) }
        ?? forward.copy(in: self, to: settled.record, order: forward.order))
  }

  /// Gives up what the closure had built, by services that were not in their places yet.
  fileprivate func giveUpInstances() {
    for registration in registrations() {
      let record = registration.record
      record.reset()
      record.settings.storage?.removeInstance(by: Thread.current)
    }
  }
}
