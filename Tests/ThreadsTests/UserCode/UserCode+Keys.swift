import Facet
import FacetTestSupport
import Testing

/// Acts while it is compared or hashed.
private struct Stamp: Hashable, Sendable {
  let number: Int
  let place: UserCode
  let act: @Sendable () -> Void

  static func == (left: Stamp, right: Stamp) -> Bool {
    if left.place == .argumentEquality || left.place == .perArgumentEquality { left.act() }
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    if place == .argumentHash || place == .perArgumentHash { act() }
    // Few values, so that arguments which are not equal are compared, too.
    hasher.combine(number % 4)
  }
}

// MARK: - What belongs to a key

extension UserCode {
  func playArgument(on stage: Stage) {
    let (place, marker, scope, builds) = (self, stage.marker, stage.scope, Counter())
    @Sendable func stamp(_ number: Int) -> Stamp {
      Stamp(number: number, place: place, act: { stage.act() })
    }
    @Sendable func register(in container: Container) {
      container.register(StagePart.self) { (_, stamp: Stamp) in
        builds.next()
        return StagePart(stamp.number, marker)
      }.inObjectScope(scope)
    }
    // All, so that what is being looked for is added meanwhile.
    stage.setSame(
      { container in for number in 0..<40 { _ = container.resolve(StagePart.self, argument: stamp(number)) }
      },
      again: register)
    stage.container.map(register)
    stage.container?.register([StagePart?].self) { r in
      (0..<80).map { r.resolve(StagePart.self, argument: stamp($0 % 40)) }
    }
    let parts = stage.container?.resolve([StagePart?].self) ?? []
    stage.expect(parts.map { $0?.number } == (0..<80).map { $0 % 40 })
    if stage.deed != .registerSame, stage.deed != .reset {
      stage.expect(zip(parts.prefix(40), parts.suffix(40)).allSatisfy { $0 === $1 })
      stage.expect(builds.value == 40)
    }
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
    for _ in 1...2 { stage.expectPart() }
    stage.container?.resetObjectScope(scope)
    if let container = stage.container { #expect(!container.description.isEmpty, stage.label) }
    stage.expectPart()
  }
}
