import Facet
import Testing

/// Acts while it is compared, hashed or described.
private struct Stamp: Hashable, Sendable, CustomStringConvertible {
  let number: Int
  let place: UserCode
  let act: @Sendable () -> Void

  static func == (left: Stamp, right: Stamp) -> Bool {
    if left.place == .argumentEquality { left.act() }
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    if place == .argumentHash { act() }
    hasher.combine(number)
  }

  var description: String {
    if place == .argumentDescription { act() }
    return "\(number)"
  }
}

/// The same as a part of a key.
private struct ActingOption: ServiceKeyOption {
  let number: Int
  let place: UserCode
  let act: @Sendable () -> Void

  func isEqualTo(_ another: any ServiceKeyOption) -> Bool {
    if place == .optionEquality { act() }
    return (another as? ActingOption)?.number == number
  }

  func hash(into hasher: inout Hasher) {
    if place == .optionHash { act() }
    hasher.combine(number % 4)
  }

  var description: String {
    if place == .optionDescription { act() }
    return "Option \(number)"
  }
}

// MARK: - What belongs to a key

extension UserCode {
  func playArgument(on stage: Stage) {
    let (place, marker) = (self, stage.marker)
    @Sendable func stamp(_ number: Int) -> Stamp {
      Stamp(number: number, place: place, act: { stage.act() })
    }
    @Sendable func register(in container: Container) {
      container.register(StagePart.self) { (_, stamp: Stamp) in StagePart(stamp.number, marker) }
    }
    stage.setSame({ _ = $0.resolve(StagePart.self, argument: stamp(3)) }, again: register)
    stage.container.map(register)
    stage.container?.register([StagePart?].self) { r in
      (0..<80).map { r.resolve(StagePart.self, argument: stamp($0 % 40)) }
    }
    let parts = stage.container?.resolve([StagePart?].self) ?? []
    #expect(parts.map { $0?.number } == (0..<80).map { $0 % 40 }, stage.label)
    if stage.deed != .registerSame, stage.deed != .reset {
      #expect(zip(parts.prefix(40), parts.suffix(40)).allSatisfy { $0 === $1 }, stage.label)
    }
    stage.container?.failureHandler = { _ = $0.description }
    #expect(stage.container?.resolve(Bool.self, argument: stamp(1)) == nil, stage.label)
  }

  func playOption(on stage: Stage) {
    let place = self
    @Sendable func option(_ number: Int) -> ActingOption {
      ActingOption(number: number, place: place, act: { stage.act() })
    }
    @Sendable func register(_ number: Int, in container: Container) {
      container.register(Int.self, option: option(number)) { _ in number }
    }
    stage.setSame({ _ = $0.resolve(Int.self, option: option(3)) }, again: { register(3, in: $0) })
    for number in 0..<20 { stage.container.map { register(number, in: $0) } }
    for number in 0..<20 where stage.container != nil {
      #expect(stage.container?.resolve(Int.self, option: option(number)) == number, stage.label)
    }
    stage.container?.failureHandler = { _ = $0.description }
    _ = stage.container?.resolve(Int.self, option: option(99))
    if let container = stage.container { #expect(!container.description.isEmpty, stage.label) }
  }
}

// MARK: - What belongs to a scope

/// Acts in one of its calls.
private final class ActingStorage: InstanceStorage {
  private let place: UserCode
  private let act: @Sendable () -> Void
  private var kept: Any?

  init(_ place: UserCode, _ act: @escaping @Sendable () -> Void) {
    self.place = place
    self.act = act
  }

  var instance: Any? {
    get { kept }
    set {
      kept = newValue
      if place == .storageReset { act() }
    }
  }

  func instance(inGraph graph: GraphIdentifier) -> Any? {
    if place == .storageRead { act() }
    return kept
  }

  func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    kept = instance
    if place == .storageWrite { act() }
  }

  func graphResolutionCompleted() {
    if place == .storageCompleted { act() }
  }
}
private final class ActingScope: ObjectScopeProtocol, CustomStringConvertible {
  private let place: UserCode
  private let act: @Sendable () -> Void

  init(_ place: UserCode, _ act: @escaping @Sendable () -> Void) {
    self.place = place
    self.act = act
  }

  func makeStorage() -> any InstanceStorage {
    if place == .makeStorage { act() }
    return PermanentStorage()
  }

  var description: String {
    if place == .scopeDescription { act() }
    return "acting"
  }
}

extension UserCode {
  func playScope(on stage: Stage) {
    let place = self
    let act: @Sendable () -> Void = { stage.act() }
    let scope: any ObjectScopeProtocol
    if place == .makeStorage || place == .scopeDescription {
      scope = ActingScope(place, act)
    } else {
      scope = ObjectScope(storageFactory: {
        if place == .storageFactory { act() }
        return ActingStorage(place, act)
      })
    }
    let marker = stage.marker
    stage.setSame(
      { _ = $0.resolve(StagePart.self) },
      again: { $0.register(StagePart.self) { _ in StagePart(2, marker) }.inObjectScope(scope) })
    stage.registerPart()?.inObjectScope(scope)
    if stage.container != nil { stage.expect(stage.container?.resolve(StagePart.self)) }
    if stage.container != nil { stage.expect(stage.container?.resolve(StagePart.self)) }
    stage.container?.resetObjectScope(scope)
    if let container = stage.container { #expect(!container.description.isEmpty, stage.label) }
    if stage.container != nil { stage.expect(stage.container?.resolve(StagePart.self)) }
  }
}
