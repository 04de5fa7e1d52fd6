import Facet
import Foundation

extension Player {
  /// Runs a program, and returns what it did.
  static func run(_ program: Program, _ way: Generator.Way) async -> [Event] {
    Watchdog.shared.note(program)
    defer { Watchdog.shared.note(nil) }
    let player = Player(program, way)
    switch way {
    case .alone: for number in program.steps.indices { player.perform(number) }
    case .threads: player.runOverThreads()
    case .tasks: await player.runOverTasks()
    }
    player.log.add(.step(program.steps.count))
    await Log.$isInLastClose.withValue(true) { await player.closeAll() }
    // A close that is not awaited does not wait for builds: what comes of these ends when they are over.
    let closesAtOnce = program.services.contains {
      $0.wishes.contains { if case .close = $0 { true } else { false } }
    }
    for _ in 0..<200 where way == .tasks && closesAtOnce {
      if Promises.broken(player.log.events, program, way) == nil { break }
      try? await Task.sleep(nanoseconds: 5_000_000)
    }
    player.letGo()
    return player.log.events
  }
  private func closeAll() async {
    for top in tops {
      do throws(CloseError) {
        if way == .tasks { try await top.closeAsync() } else { try top.close() }
      } catch { note(error) }
    }
  }
  private func runOverThreads() {
    let count = 3
    let (start, end) = (Meeting(of: count), Meeting(of: count + 1))
    for thread in 0..<count {
      Thread { [self] in
        start.attend()
        for number in stride(from: thread, to: program.steps.count, by: count) { perform(number) }
        end.attend()
      }.start()
    }
    end.attend()
  }
  private func runOverTasks() async {
    let count = 4
    await withTaskGroup { group in
      for task in 0..<count {
        group.addTask { [self] in
          for number in stride(from: task, to: program.steps.count, by: count) {
            await performAwaited(number)
          }
        }
      }
    }
  }

  private func perform(_ number: Int) {
    if way == .alone { log.add(.step(number)) }
    do {
      switch program.steps[number] {
      case .resolve(let key, let place), .cancel(let key, let place):
        guard let container = container(place) else { return }
        log.add(.returned(try get(key, container), step: number))
      case .reset(let scope, let place): container(place)?.resetObjectScope(scopes[scope]!)
      case .closeScope(let scope, let place): try container(place)?.close(scopes[scope]!)
      case .close(let place): try container(place)?.close()
      case .leave(let place):
        defer { letGo(of: place) }
        try container(place)?.close()
      case .register(let service):
        container(program.services[service].container).map { register(service, in: $0) }
      case .together(let services):
        container(program.services[services[0]].container)?.registerAtomically { container in
          for service in services { register(service, in: container) }
        }
      case .unregister(let service): unregister(service)
      case .removeAll(let place): container(place)?.removeAll()
      case .change(let service, let scope): change(service, to: scope)
      case .use:
        for (lazy, run) in log.withLock({ $0.lazies }) {
          log.add(.gotLater(try lazy.require().number, by: run))
        }
      case .letGo: log.letGo()
      }
    } catch { note(error, number) }
  }
  private func performAwaited(_ number: Int) async {
    switch program.steps[number] {
    case .resolve(let key, let place), .cancel(let key, let place):
      guard let container = container(place) else { return }
      let task = Task {
        do { log.add(.returned(try await getAwaited(key, container), step: number)) } catch {
          note(error, number)
        }
      }
      if case .cancel = program.steps[number] { task.cancel() }
      await task.value
    case .close(let place):
      do { try await container(place)?.closeAsync() } catch { note(error, number) }
    case .closeScope(let scope, let place):
      do { try await container(place)?.closeAsync(scopes[scope]!) } catch { note(error, number) }
    case .leave(let place):
      do { try await container(place)?.closeAsync() } catch { note(error, number) }
      letGo(of: place)
    default: perform(number)
    }
  }
  func note(_ error: any Error, _ number: Int = 0) {
    if let error = error as? ResolutionError { log.add(.failed(Failure(error), step: number)) }
    guard let error = error as? CloseError else { return }
    guard case .failures(let failures) = error.reason else { return log.add(.closed(failures: ["refused"])) }
    log.add(.closed(failures: failures.map { $0.key.name ?? "" }))
  }
}
