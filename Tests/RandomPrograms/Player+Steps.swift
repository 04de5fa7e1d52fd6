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
    for top in player.tops {
      do throws(CloseError) {
        if way == .tasks { try await top.closeAsync() } else { try top.close() }
      } catch { player.note(error) }
    }
    player.letGo()
    return player.log.events
  }
  /// The uppermost containers, also of layers, which are copies of their own.
  private var tops: [Container] {
    containers.map { Array(sequence(first: $0, next: \.parent)).last! }
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
      case .resolve(let key, let container), .cancel(let key, let container):
        log.add(.returned(try get(key, containers[container]), step: number))
      case .reset(let scope, let container): containers[container].resetObjectScope(scopes[scope]!)
      case .closeScope(let scope, let container): try containers[container].close(scopes[scope]!)
      case .close(let container): try containers[container].close()
      case .register(let service): register(service, in: containers[program.services[service].container])
      case .unregister(let number):
        let service = program.services[number]
        containers[service.container].unregister(Node.self, name: service.name)
      case .change(let service, let scope): change(service, to: scope)
      case .use:
        for (lazy, run) in log.withLock({ $0.lazies }) { log.add(.got(try lazy.require().number, by: run)) }
      case .letGo: log.letGo()
      }
    } catch { note(error, number) }
  }
  private func performAwaited(_ number: Int) async {
    switch program.steps[number] {
    case .resolve(let key, let container), .cancel(let key, let container):
      let task = Task {
        do { log.add(.returned(try await getAwaited(key, containers[container]), step: number)) } catch {
          note(error, number)
        }
      }
      if case .cancel = program.steps[number] { task.cancel() }
      await task.value
    case .close(let container):
      do { try await containers[container].closeAsync() } catch { note(error, number) }
    default: perform(number)
    }
  }
  private func note(_ error: any Error, _ number: Int = 0) {
    if let error = error as? ResolutionError { log.add(.failed(Failure(error), step: number)) }
    guard let error = error as? CloseError else { return }
    guard case .failures(let failures) = error.reason else { return log.add(.closed(failures: ["refused"])) }
    log.add(.closed(failures: failures.map { $0.key.name ?? "" }))
  }
}
