extension Reference {
  func make(_ record: Record, _ container: Box) throws(Failure) -> Int {
    let service = program.services[record.service]
    runs += 1
    var instance = runs
    events.append(.begins(instance, service: record.service))
    let part = Part(frames.last!.build?.life ?? Life(), isPassing: !record.scope.isEnded)
    parts[instance] = part
    frames[frames.count - 1].part = part
    factories[record.service, default: 0] += 1
    let isFailing = service.failingFactories.contains(factories[record.service]!)
    for wish in service.needs { try grant(wish, instance, container) }
    if isFailing { throw fails(instance) }
    events.append(.made(instance))
    frames[frames.count - 1].made = instance
    for wishes in record.isDecorated ? service.decorators : [] {
      runs += 1
      let inner = instance
      instance = runs
      parts[instance] = part
      events.append(.wraps(instance, service: record.service, inner: inner))
      for wish in wishes { try grant(wish, instance, container) }
      events.append(.made(instance))
      frames[frames.count - 1].made = instance
    }
    part.number = tick()
    return instance
  }
  func complete(_ record: Record, _ instance: Int, _ container: Box) throws(Failure) {
    guard let wishes = program.services[record.service].completion else { return }
    events.append(.completing(instance))
    completions[record.service, default: 0] += 1
    let isFailing = program.services[record.service].failingCompletions.contains(completions[record.service]!)
    for wish in wishes { try grant(wish, instance, container) }
    if isFailing { throw fails(instance) }
    events.append(.completed(instance))
  }
  private func fails(_ run: Int) -> Failure {
    events.append(.fails(run))
    return failure(.factoryFailed)
  }
  private func grant(_ wish: Program.Wish, _ run: Int, _ container: Box) throws(Failure) {
    switch wish {
    case .reset(let scope): reset(scope, container)
    case .closeScope(let scope): closeScope(scope, container)
    case .close: close(container)
    case .register(let service): if registered.insert(service).inserted { registerAgain([service]) }
    case .unregister(let service): unregister(service)
    case .use: for lazy in lazies where lazy.run == run { try useNow(lazy) }
    case .later(let key):
      _ = try find(key, container)
      let user = innermostLife
      lazies.append(LazyService(key: key, container: container, run: run, user: user, graph: currentGraph))
    case .get(let key, let isCaught):
      do throws(Failure) { got(try require(key, container), run) } catch {
        if !isCaught { throw error }
        events.append(.caught(error, by: run))
      }
    }
  }
  /// A transient service is a part of who asked for it.
  private var innermostLife: Life {
    let frame = frames.last { $0.build != nil || $0.record.scope == .graph }
    return frame?.part!.life ?? userOfLazy ?? Life()
  }
  func got(_ instance: Int, _ run: Int) {
    events.append(.got(instance, by: run))
    parts[run]!.built.append(parts[instance]!)
  }
}
