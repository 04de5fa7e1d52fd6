/// Makes programs; the same ones for the same seed, on every machine.
struct Generator {
  enum Way: Sendable { case alone, threads, tasks }

  private var chance: Chance
  private let way: Way
  private let names = ["a", "b", "c", "d", "e", "f"]

  init(seed: UInt64, _ way: Way) { (chance, self.way) = (Chance(state: seed &* 0xD129_0E81_9B2F_4A65), way) }

  mutating func program() -> Program {
    var program = Program(containers: [.root], services: [], forwards: [], steps: [])
    for _ in 1..<4 where one(in: 3) {
      let other = below(program.containers.count)
      let isOverriding = one(in: 4) && !program.isOverriding(other)
      // Nothing is below an overriding copy: its parents are copies, which no step reaches.
      if program.isOverriding(other) { continue }
      program.containers.append(isOverriding ? .overriding(other) : .child(of: other))
    }
    let count = 1 + below(6)
    let isFailing = one(in: 3)
    for index in 0..<count {
      let container = one(in: 2) ? 0 : below(program.containers.count)
      let name = one(in: 6) ? program.services.randomElement(using: &chance)?.name ?? names[0] : names[index]
      if program.services.contains(where: { $0.name == name && $0.container == container }) { continue }
      program.services.append(Program.Service(name: name, container: container))
    }
    addForwards(&program)
    for index in program.services.indices { furnish(index, isFailing, &program) }
    let steps = way == .alone ? 1 + below(7) : 3 + below(9)
    let isQuiet = way != .alone && one(in: 2)
    program.steps = (0..<steps).map { _ in isQuiet ? resolve(program) : step(program) }
    return program
  }

  private mutating func addForwards(_ program: inout Program) {
    for (number, service) in program.services.enumerated() where one(in: 4) {
      let below = program.containers.indices.filter {
        !program.isOverriding($0) && program.line(of: $0).contains(service.container)
      }
      guard let container = below.randomElement(using: &chance) else { continue }
      program.forwards.append(
        Program.Forward(name: "\(service.name)\(number)", container: container, service: number))
    }
  }

  private mutating func furnish(_ index: Int, _ isFailing: Bool, _ program: inout Program) {
    let keys = program.services.map(\.name) + program.forwards.map(\.name)
    let names = program.services.map(\.name)
    var service = program.services[index]
    let isOpen = program.isOverriding(service.container) && one(in: 2)
    service.scope = isOpen || one(in: 8) ? nil : Program.Scope.allCases.randomElement(using: &chance)
    // Mostly of services before, so that not all is one loop.
    let earlier = one(in: 6) ? keys : names[..<index] + program.forwards.map(\.name)
    service.needs = wishes(earlier, program)
    if one(in: 2) { service.completion = wishes(keys, program) }
    // Also in the middle of a circle.
    let takesLazies = service.needs.contains { if case .later = $0 { true } else { false } }
    if takesLazies, one(in: 2) { service.completion = (service.completion ?? []) + [.use] }
    let isAlone = program.services.filter { $0.name == service.name }.count == 1
    // In the first container alone: an override in an overriding copy takes the decorators of its place.
    if service.container == 0, isAlone, one(in: 6) {
      service.decorators = (0...below(2)).map { _ in wishes(earlier, program) }
    }
    if isFailing {
      if one(in: 3) { service.failingFactories = [1 + below(3)] }
      if one(in: 3) { service.failingCompletions = [1 + below(3)] }
      service.hasFailingEnd = one(in: 6)
    }
    service.isEndAwaited = way == .tasks && one(in: 3)
    service.isAwaited = way == .tasks && one(in: 2)
    program.services[index] = service
  }

  private mutating func wishes(_ keys: [String], _ program: Program) -> [Program.Wish] {
    guard !keys.isEmpty else { return [] }
    return (0..<below(3)).map { _ in
      if one(in: 16) { return giveUp(program) }
      if one(in: 20) { return .use }
      if one(in: 10) { return .later(program.services.randomElement(using: &chance)!.name) }
      let key = one(in: 60) ? "missing" : keys.randomElement(using: &chance)!
      return .get(key, isCaught: one(in: 4))
    }
  }

  private mutating func giveUp(_ program: Program) -> Program.Wish {
    let scope = Program.Scope.allCases.randomElement(using: &chance)!
    let service = below(program.services.count)
    return switch below(program.isOverriding(program.services[service].container) ? 6 : 8) {
    case 0: .close
    case 1, 2: .closeScope(scope)
    case 6: .register(service)
    case 7: .unregister(service)
    default: .reset(scope)
    }
  }

  private mutating func resolve(_ program: Program) -> Program.Step {
    let keys = program.services.map(\.name) + program.forwards.map(\.name)
    let (key, container) = (keys.randomElement(using: &chance)!, below(program.containers.count))
    return way == .tasks && one(in: 6) ? .cancel(key, in: container) : .resolve(key, in: container)
  }
  private mutating func step(_ program: Program) -> Program.Step {
    let container = below(program.containers.count)
    let service = below(program.services.count)
    let scope = Program.Scope.allCases.randomElement(using: &chance)!
    let isInOverriding = program.isOverriding(program.services[service].container)
    let together = program.services(of: program.services[service].container).filter {
      $0 == service || one(in: 2)
    }
    switch below(24) {
    case 0, 1: return .reset(scope, in: container)
    case 2: return .closeScope(scope, in: container)
    case 3: return one(in: 2) ? .close(container) : resolve(program)
    case 4: return isInOverriding ? .letGo : one(in: 2) ? .register(service) : .together(together)
    case 5: return isInOverriding ? .letGo : one(in: 4) ? .removeAll(container) : .unregister(service)
    case 6: return isInOverriding ? .letGo : .change(service, scope)
    case 7: return .letGo
    case 8: return .use
    case 9: return program.containers[container].isChild ? leave(container, program) : resolve(program)
    default: return resolve(program)
    }
  }

  /// What a lazy does whose container is gone is the business of other tests.
  private func leave(_ container: Int, _ program: Program) -> Program.Step {
    let hasLazies = program.services.contains {
      $0.wishes.contains { if case .later = $0 { true } else { false } }
    }
    return way == .alone && hasLazies ? .close(container) : .leave(container)
  }
  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &chance) }
  private mutating func one(in limit: Int) -> Bool { below(limit) == 0 }
}

/// SplitMix64.
struct Chance: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
