import Dispatch
import Facet
import FacetTestSupport
import FacetTesting
import Foundation
import Testing

/// Whether this process was started for one of the trials alone, by `EscapeTests`.
private let isTrial = CommandLine.arguments.contains { $0.contains("EscapeTrials") }

/// Tests that fail, each for `EscapeTests`, which runs it in a process of its own and reads what it says.
@Suite(.enabled(if: isTrial), .timeLimit(.minutes(20)), .container(.empty)) struct EscapeTrials {
  @Test func detachedTask() async {
    let mine = Container.main
    let isMine = await Task.detached { Container.main === mine }.value
    #expect(isMine)
  }

  @Test(.container { $0.register(Client.self) { _ in Client() } }) func innerTrait() async {
    let mine = Container.main
    let isMine = await Task.detached { Container.main === mine }.value
    #expect(isMine)
  }

  @Test func queueAndThread() async {
    let mine = Container.main
    let isMine = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Container.main === mine) }
    }
    #expect(isMine)
    #expect(ThreadRun { (0..<3).allSatisfy { _ in Container.main === mine } }.result == true)
  }

  @Test func lateProductionService() async {
    Container.register(Client.self, fileID: "Shop/Clients.swift", line: 12) { _ in Client() }.forProduction()
    let mayBuild = Gate()
    let run = withTestContainer(allowsProduction: false) {
      let main = Container.main
      return ThreadRun {
        mayBuild.pass()
        return Container.withMain(main) { Container.resolve(Client.self) != nil }
      }
    }
    mayBuild.open()
    #expect(run.result == true)
  }
}

/// A test that comes after another one, and may not be the one to blame.
@Suite(.enabled(if: isTrial), .timeLimit(.minutes(20))) struct LaterEscapeTrials {
  @Test func later() async {
    withTestContainer(.empty) {}
    let isMine = await withTestContainer(.empty) {
      let mine = Container.main
      return await Task.detached { Container.main === mine }.value
    }
    #expect(isMine)
  }
}

/// More tests at a time than a message names.
@Suite(.enabled(if: isTrial), .timeLimit(.minutes(20))) struct ManyEscapeTrials {
  @Test func many() {
    let (meeting, end) = (Meeting(of: 13), Gate())
    let runs = (11..<23).map { line in
      ThreadRun {
        withTestContainer(.empty, fileID: "Shop/Tests", line: line) {
          meeting.attend()
          return end.pass()
        }
      }
    }
    meeting.attend()
    let escaped = ThreadRun { Container.main.hasAnyRegistration(of: Client.self) }
    #expect(escaped.result == false)
    end.open()
    #expect(runs.allSatisfy { $0.result == true })
  }
}

private let meeting = Meeting(of: 2)
private let end = Meeting(of: 2)

/// Two tests that run at the same time, of which one lets a task escape.
@Suite(
  .enabled(if: CommandLine.arguments.contains { $0.contains("TwoEscapeTrials") }), .timeLimit(.minutes(20)),
  .container(.empty))
struct TwoEscapeTrials {
  @Test func one() async {
    let mine = Container.main
    meeting.attend()
    let isMine = await Task.detached { Container.main === mine }.value
    #expect(!isMine)
    _ = await Task.detached { Container.main }.value
    end.attend()
  }

  @Test func other() {
    meeting.attend()
    end.attend()
  }
}

/// A test that is not isolated uses the real main container from its own task, while an isolated one runs.
@Suite(
  .enabled(if: CommandLine.arguments.contains { $0.contains("MixedEscapeTrials") }), .timeLimit(.minutes(20)))
struct MixedEscapeTrials {
  @Test(.container(.empty)) func isolated() {
    meeting.attend()
    end.attend()
  }

  @Test func plain() async {
    meeting.attend()
    let isReal = await Task { Container.main.description.contains("XYZViewModel") }.value
    #expect(isReal)
    end.attend()
  }
}

/// The work that an application does by itself beside its tests: on a thread, and in a task.
private final class HostApplication: Sendable {
  static let running = HostApplication()

  private let counts = Guarded<[String: Int]>([:])
  private let real: Client

  private init() {
    _ = Container.withApplicationMain {
      Container.register(Client.self) { _ in Client() }.inObjectScope(.container)
    }
    real = Container.withApplicationMain { Container.resolve(Client.self)! }
    Thread.detachNewThread { [self] in
      Container.withApplicationMain { while true { ask("thread") } }
    }
    _ = Container.withApplicationMain {
      Task { [self] in
        while true {
          ask("task")
          try await Task.sleep(for: .milliseconds(1))
        }
      }
    }
  }

  private func ask(_ place: String) {
    let isOwn = Container.main.resolve(Client.self) === real
    counts.withLock { $0[isOwn ? place : "stranger", default: 0] += 1 }
  }

  /// How often each asked, and whether one of them ever got another service than the application's.
  var asked: [String: Int] { counts.withLock { $0 } }

  /// Waits until each of them has asked again.
  func wait() async throws {
    let before = asked
    while !["thread", "task"].allSatisfy({ asked[$0, default: 0] > before[$0, default: 0] }) {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

/// Tests that an application hosts, whose own work asks for its main container all the time.
@Suite(
  .enabled(if: CommandLine.arguments.contains { $0.contains("HostedEscapeTrials") }),
  .timeLimit(.minutes(20)),
  .serialized, .container(.empty) { $0.register(Client.self) { _ in Client() } })
struct HostedEscapeTrials {
  private let application = Task.detached { HostApplication.running }

  @Test func first() async throws {
    let mine = Container.main
    try await application.value.wait()
    #expect(Container.main === mine)
    // What is marked and called in the test's own task asks the test's.
    #expect(Container.withApplicationMain { Container.main === mine })
    #expect(await Container.withApplicationMain { await Task { Container.main === mine }.value })
  }

  @Test func second() async throws {
    try await application.value.wait()
    let asked = await application.value.asked
    #expect(asked["stranger"] == nil)
  }

  @Test func escaping() async throws {
    let mine = Container.main
    let isMine = await Task.detached { Container.main === mine }.value
    #expect(isMine)
    try await application.value.wait()
  }
}
