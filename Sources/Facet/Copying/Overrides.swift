/// The registrations that replace others while containers are copied.
///
/// A registration belongs to the registry that it was made in. So each one is made again in its place: in the topmost registry that has
/// one of its keys, or a forward to it. From there it reaches everything below, and a parent's shared services hold nothing of a child.
struct Overrides {
  private var all: [Override] = []
  private var byKey: [ServiceKey: Override] = [:]
  private var replaced: Set<ObjectIdentifier> = []

  /// Finds the place of each registration in a line of registries.
  ///
  /// The line begins with the topmost registry. The copies have orders from `first` on.
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
      byKey[registration.key] = override
    }
    var order = first
    for (level, originals) in line.enumerated() {
      for original in originals {
        if let override = self[original] {
          override.replace(original, at: level, order)
          replaced.insert(ObjectIdentifier(original))
        } else if original.isForward, let override = self[original.record] {
          override.service.level = min(override.service.level, level)
        }
        order += 1
      }
    }
    // Registrations that replace nothing come last.
    for override in all where override.order == nil {
      override.order = order
      order += 1
    }
  }

  func replaces(_ original: Registration) -> Bool { replaced.contains(ObjectIdentifier(original)) }

  /// The override of a registration's key.
  subscript(original: Registration) -> Override? {
    all.isEmpty ? nil : byKey[original.key]
  }

  /// Registers the overrides of a registry that has its records.
  func settle(at level: Int, in registry: Registry) {
    for override in all where override.service.level == level && !override.added.isForward {
      registry.add(override.service.settle(in: registry, override.order))
    }
    for override in all where override.service.level == level {
      guard let forward = override.added.forward else { continue }
      let target = override.service.settled ?? override.service.settle(in: registry, nil)
      let settled = forward.copy(in: registry, to: target, order: override.order)
      override.forward = settled
      registry.add(settled)
    }
  }

  /// The copy of a forward whose target is replaced; `nil` for another forward.
  func redirected(_ forward: Forward, in registry: Registry, _ order: Int) -> Forward? {
    guard let override = self[forward.target], let target = override.service.settled else { return nil }
    return override.forward.map { forward.copy(in: registry, behind: $0, to: target, order: order) }
      ?? forward.copy(in: registry, to: target, order: order)
  }
}

/// A service that overrides others, under one or more keys.
final class OverridingService {
  fileprivate let record: Record
  /// The final place of the service in the line.
  fileprivate var level: Int
  /// The registration whose scope it takes, the nearest to the container: the registration of its own key, or of a key forwarded to it.
  private var replaced: Registration?
  private var replacesOwnKey = false
  /// The final record.
  fileprivate private(set) var settled: Record?

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
    var settings = old
    if old.scope === ObjectScope.ofReplaced {
      settings.scope = replaced?.record.settings.scope ?? registry.defaultScope
    }
    // These belong to the container that it was made in.
    settings.decorators = []
    settings.isEager = old.isEager || replaced?.record.settings.isEager == true
    let settled = Record(
      Origin(record.key, at: record.location, in: registry, order: order), record.recipe, settings)
    registry.decorate(settled)
    self.settled = settled
    return settled
  }
}

/// One registration that overrides others.
final class Override {
  fileprivate let added: Registration
  fileprivate let service: OverridingService
  /// The order of the topmost registration that it replaces, for `resolveAll`.
  fileprivate var order: Int?
  /// The final forward, if it is a forward.
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
  /// A copy behind another forward, which overrode the key of this one's target: it converts what that one returns.
  fileprivate func copy(in registry: Registry, behind first: Forward, to target: Record, order: Int) -> Forward {
    let isUserCode = conversion.isUserCode || first.conversion.isUserCode
    return Forward(
      Origin(key, at: location, in: registry, order: order), to: target,
      Conversion(isUserCode: isUserCode) { source, slot in
        self.conversion.call(first.convert(source, to: nil).boxed, slot)
      })
  }
}
