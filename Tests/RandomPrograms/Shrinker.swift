import Foundation

/// Makes a program smaller, as long as it still diverges, and for a minute.
struct Shrinker {
  let way: Generator.Way

  func smallest(of program: Program) async -> Program {
    let end = Date(timeIntervalSinceNow: 60)
    let tries = await tries(program)
    var (smallest, isSmaller) = (program, true)
    while isSmaller {
      isSmaller = false
      var next = 0
      while case let all = candidates(smallest), next < all.count, Date() < end {
        let candidate = all[next]
        let divergence =
          candidate == smallest ? nil : await Divergence.find(in: candidate, way, tries: tries)
        if divergence != nil { (smallest, isSmaller) = (candidate, true) } else { next += 1 }
      }
    }
    return smallest
  }
  /// How often to run a program that diverges by chance, so that it does.
  private func tries(_ program: Program) async -> Int {
    if way == .alone { return 1 }
    var found = 0
    for _ in 0..<50 where await Divergence.find(in: program, way) != nil { found += 1 }
    return 300 / (1 + found)
  }

  /// Each is smaller in one place.
  private func candidates(_ program: Program) -> [Program] {
    var all: [Program] = []
    func add(_ change: (inout Program) -> Void) {
      var candidate = program
      change(&candidate)
      all.append(candidate)
    }
    for step in program.steps.indices.reversed() { add { $0.steps.remove(at: step) } }
    for service in program.services.indices.reversed() { add { $0.remove(service: service) } }
    for forward in program.forwards.indices { add { $0.forwards.remove(at: forward) } }
    for container in program.containers.indices.dropFirst() { add { $0.moveAll(from: container, to: 0) } }
    for service in program.services.indices {
      add { $0.services[service].completion = nil }
      add { $0.services[service].decorators = [] }
      add { $0.services[service].failingFactories = [] }
      add { $0.services[service].failingCompletions = [] }
      add { $0.services[service].hasFailingEnd = false }
      add { $0.services[service].isAwaited = false }
      add { $0.services[service].isEndAwaited = false }
      for wish in program.services[service].needs.indices {
        add { $0.services[service].needs.remove(at: wish) }
      }
      for wish in program.services[service].completion?.indices ?? 0..<0 {
        add { $0.services[service].completion?.remove(at: wish) }
      }
      for decorator in program.services[service].decorators.indices {
        add { $0.services[service].decorators.remove(at: decorator) }
      }
      // Simpler scopes come first; a program gets no worse ones, so that this ends.
      let present = Program.Scope.allCases.firstIndex { $0 == program.services[service].scope } ?? 0
      for scope in Program.Scope.allCases[..<present] { add { $0.services[service].scope = scope } }
    }
    return all
  }
}

extension Program {
  fileprivate mutating func remove(service: Int) {
    services.remove(at: service)
    forwards.removeAll { $0.service == service }
    func moved(_ number: Int) -> Int? { number == service ? nil : number > service ? number - 1 : number }
    func moved(_ wishes: [Wish]) -> [Wish] {
      wishes.compactMap { wish in
        switch wish {
        case .register(let number): moved(number).map { .register($0) }
        case .unregister(let number): moved(number).map { .unregister($0) }
        default: wish
        }
      }
    }
    for place in services.indices {
      services[place].needs = moved(services[place].needs)
      services[place].completion = services[place].completion.map(moved)
      services[place].decorators = services[place].decorators.map(moved)
    }
    for place in forwards.indices where forwards[place].service > service { forwards[place].service -= 1 }
    steps = steps.compactMap { step in
      switch step {
      case .register(let number): moved(number).map { .register($0) }
      case .together(let numbers):
        numbers.compactMap(moved).isEmpty ? nil : .together(numbers.compactMap(moved))
      case .unregister(let number): moved(number).map { .unregister($0) }
      case .change(let number, let scope): moved(number).map { .change($0, scope) }
      default: step
      }
    }
  }

  /// What is unused may stay, because it is not printed.
  func uses(container: Int) -> Bool {
    services.contains { $0.container == container } || forwards.contains { $0.container == container }
      || steps.contains { $0.container == container }
      || containers.contains { $0 == .child(of: container) || $0 == .overriding(container) }
  }
  fileprivate mutating func moveAll(from old: Int, to new: Int) {
    let before = self
    renumber { $0 == old ? new : $0 }
    for place in containers.indices where place > new {
      if containers[place] == .child(of: old) { containers[place] = .child(of: new) }
      if containers[place] == .overriding(old) { containers[place] = .overriding(new) }
    }
    let keys = services.map { "\($0.container) \($0.name)" }
    if Set(keys).count < keys.count { self = before }
  }
  private mutating func renumber(_ moved: (Int) -> Int) {
    for place in services.indices { services[place].container = moved(services[place].container) }
    for place in forwards.indices { forwards[place].container = moved(forwards[place].container) }
    // A forward leads to its own container, or to one above.
    forwards = forwards.filter { forward in
      line(of: forward.container).contains(services[forward.service].container)
        && !isOverriding(forward.container)
    }
    steps = steps.map { $0.container.map(moved).map($0.with) ?? $0 }
    for place in services.indices where services[place].container != 0 { services[place].decorators = [] }
  }
}

extension Program.Step {
  var container: Int? {
    switch self {
    case .resolve(_, let container), .cancel(_, let container), .reset(_, let container),
      .closeScope(_, let container), .close(let container), .leave(let container), .removeAll(let container):
      container
    default: nil
    }
  }
  fileprivate func with(_ container: Int) -> Self {
    switch self {
    case .resolve(let key, _): .resolve(key, in: container)
    case .cancel(let key, _): .cancel(key, in: container)
    case .reset(let scope, _): .reset(scope, in: container)
    case .closeScope(let scope, _): .closeScope(scope, in: container)
    case .close, .leave: .close(container)
    case .removeAll: .removeAll(container)
    default: self
    }
  }
}
