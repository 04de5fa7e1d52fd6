import Facet
import Foundation

/// The application: the one place that knows the container.
struct Relay {
  private let settings: Settings
  let container = Container()

  init(_ settings: Settings) {
    self.settings = settings
    Assembler(container: container).apply(
      assemblies: [
        SettingsAssembly(settings: settings), ServiceAssembly(), StageAssembly(), OutputAssembly(),
        InputAssembly(), PipelineAssembly(),
        // The first is the inner one: a stage is timed with all its attempts.
        RetryAssembly(), TimingAssembly(),
      ])
  }

  /// Relays all inputs, ends the container, and says what was done.
  ///
  /// - Returns: the code to exit with.
  func run() async -> Int32 {
    let start = ProcessInfo.processInfo.systemUptime
    let (console, ledger): (any Console, Ledger)
    do {
      console = try container.require()
      ledger = try container.require()
      // From here on a signal ends the run in order.
      try container.require(Shutdown.self).listen()
    } catch {
      StandardError().say("relay: \(error)")
      return 1
    }
    var exitCode = await startAndRelay(saying: console)
    do {
      // The output is closed here, and may say only now that the disk is full.
      try await container.closeAsync()
    } catch {
      exitCode = max(exitCode, 1)
      for text in reasons(of: error) { console.say("relay: \(text)") }
    }
    let rejectedCount = await ledger.counts.rejected
    if rejectedCount > 0 { exitCode = max(exitCode, 1) }
    console.say(await Summary(of: ledger, seconds: ProcessInfo.processInfo.systemUptime - start).text)
    return exitCode
  }

  /// Builds what every input needs, before the first of them is read, and relays them.
  private func startAndRelay(saying console: any Console) async -> Int32 {
    do {
      try await container.startAsync()
    } catch {
      for failure in error.failures {
        console.say("relay: \(failure.underlyingError.map { "\($0)" } ?? "\(failure)")")
      }
      return 1
    }
    return await relayInputs(saying: console)
  }

  /// Relays one input after the other.
  private func relayInputs(saying console: any Console) async -> Int32 {
    var exitCode: Int32 = 0
    for (index, input) in settings.inputs.enumerated() {
      do {
        try await relay(input)
      } catch let problem as InputProblem {
        console.say("relay: \(problem)")
        exitCode = 1
      } catch {
        console.say("relay: \(error)")
        for other in settings.inputs[(index + 1)...] { console.say("relay: \(other.name): not read") }
        return (error as? Stopped)?.exitCode ?? 1
      }
    }
    return exitCode
  }

  /// Relays one input, by a container that ends with it.
  private func relay(_ input: Input) async throws {
    let child = makeContainer(for: input)
    let result: Result<Void, any Error>
    do {
      try await child.requireAsync(Pipeline.self).run()
      result = .success(())
    } catch {
      // The container says which service failed on which path; the reason is enough for a user.
      result = .failure((error as? ResolutionError)?.underlyingError ?? error)
    }
    // Closes the file, and reports how many lines were rejected, whatever happened before.
    try await child.closeAsync()
    try result.get()
  }

  /// A child container for one input, which says which.
  func makeContainer(for input: Input) -> Container {
    Container(parent: container) { $0.register { input } }
  }

  private func reasons(of error: CloseError) -> [String] {
    guard case .failures(let failures) = error.reason else { return ["\(error)"] }
    return failures.map { "\($0.error)" }
  }
}
