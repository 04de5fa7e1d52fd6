/// What takes the place of others while containers are copied.
///
/// A registration belongs to the registry that it was made in. So each is made anew where it has to stand: in the topmost
/// registry that has one of its keys, or a forward that leads to it. From there it reaches everything below, and what
/// a parent keeps holds nothing of a child.
struct Overrides {
  private var all: [Override] = []
  private var byKey: [Key: Override] = [:]

  /// The key of a registration; a hash runs no code of an option.
  private struct Key: Hashable {
    let registration: Registration

    static func == (left: Key, right: Key) -> Bool { left.registration.lookup.matches(right.registration) }

    func hash(into hasher: inout Hasher) { hasher.combine(registration.hash) }
  }

  /// Finds the place of each, in the registrations of a line of registries, the topmost first, whose copies have orders from `first` on.
  init(_ added: [Registration], of line: [[Registration]], _ first: Int) {
    guard !added.isEmpty else { return }
    var services: [ObjectIdentifier: OverridingService] = [:]
    for registration in added {
      let record = registration.record
      let service =
        services[ObjectIdentifier(record)] ?? OverridingService(record, level: line.count - 1)
      services[ObjectIdentifier(record)] = service
      let override = Override(registration, of: service)
      all.append(override)
      byKey[Key(registration: registration)] = override
    }
    var order = first
    for (level, originals) in line.enumerated() {
      for original in originals {
        if let override = self[original] {
          override.replace(original, at: level, order)
        } else if original.isForward, let override = self[original.record] {
          override.service.level = min(override.service.level, level)
        }
        order += 1
      }
    }
    // What replaces nothing comes last.
    for override in all where override.order == nil {
      override.order = order
      order += 1
    }
  }

  /// What overrides the key of a registration.
  subscript(original: Registration) -> Override? {
    all.isEmpty ? nil : byKey[Key(registration: original)]
  }

  /// Registers those that belong in a registry, which has its records; and what wraps those of its parents, where it decorates them.
  func settle(at level: Int, in registry: Registry) {
    for override in all where override.service.level == level && !override.added.isForward {
      _ = registry.add(override.service.settle(in: registry, override.order))
    }
    for override in all where override.service.level == level {
      guard let forward = override.added.forward else { continue }
      let target = override.service.settled ?? override.service.settle(in: registry, nil)
      let settled = forward.copy(in: registry, to: target, order: override.order)
      override.forward = settled
      _ = registry.add(settled)
    }
    for override in all where override.service.level < level && registry.decorates(override.added.key) {
      registry.decorate(override.added.key, at: override.added.location)
    }
  }

  /// The copy of a forward whose target is replaced, or is what wraps the replaced one; `nil` for another forward.
  func redirected(_ forward: Forward, in registry: Registry, _ order: Int) -> Forward? {
    guard let override = self[forward.target], let target = override.service.settled else { return nil }
    if let outer = registry.registration(of: forward.target.key)?.record,
      outer.settings.wrappingFactory != nil
    {
      return forward.copy(in: registry, to: outer, order: order)
    }
    return override.forward.map { forward.copy(in: registry, behind: $0, to: target, order: order) }
      ?? forward.copy(in: registry, to: target, order: order)
  }
}

/// A service that overrides others, under one or more keys.
final class OverridingService {
  fileprivate let record: Record
  /// Where it comes to stand in the line.
  fileprivate var level: Int
  /// The registration whose scope it takes: that of its own key, or of one that is forwarded to it; the nearest to the container.
  private var replaced: Registration?
  private var replacesOwnKey = false
  /// The record as it stands in the end.
  fileprivate private(set) var settled: Record?

  /// The scope of what is registered without one, until it takes that of what it replaces.
  static let openScope = ObjectScope(
    storageFactory: GraphStorage.init, description: "that of what it replaces")

  fileprivate init(_ record: Record, level: Int) {
    self.record = record
    self.level = level
  }

  fileprivate func replace(_ original: Registration, at level: Int, isOwnKey: Bool) {
    self.level = min(self.level, level)
    guard isOwnKey || !replacesOwnKey else { return }
    replaced = original
    replacesOwnKey = isOwnKey
  }

  fileprivate func settle(in registry: Registry, _ order: Int?) -> Record {
    let old = record.settings
    let scope =
      old.scope === OverridingService.openScope
      ? replaced?.record.settings.scope ?? registry.defaultScope : old.scope
    var settings = old.copy(scope: scope)
    // Those are of the container that it was made in.
    settings.decorators = []
    settings.isEager = old.isEager || replaced?.record.settings.isEager == true
    let settled = Record(
      record.key, at: record.location, record.recipe, owner: registry, configuration: .make(settings),
      order: order)
    registry.decorate(settled)
    self.settled = settled
    return settled
  }
}

/// One registration that overrides others.
final class Override {
  fileprivate let added: Registration
  fileprivate let service: OverridingService
  /// That of the topmost registration that it replaces, for `resolveAll`.
  fileprivate var order: Int?
  /// The forward as it stands in the end, if it is one.
  fileprivate var forward: Forward?

  fileprivate init(_ added: Registration, of service: OverridingService) {
    self.added = added
    self.service = service
  }

  fileprivate func replace(_ original: Registration, at level: Int, _ order: Int) {
    self.order = self.order ?? order
    service.replace(original, at: level, isOwnKey: !added.isForward)
  }
}

extension Forward {
  /// The same forward behind another one, from whose type it converts: its entry's key was overridden by that.
  fileprivate func copy(in registry: Registry, behind first: Forward, to target: Record, order: Int)
    -> Forward
  {
    Forward(
      key, at: location, in: registry, target: target, slotType: slotType,
      isUserCode: isUserCode || first.isUserCode, order: order
    ) { service, result in
      Slot.withOpened(first.serviceType) { middle in
        first.convert(service, to: middle)
        self.convert(middle, to: result)
        return true
      }
    }
  }
}
