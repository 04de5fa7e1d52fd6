import Facet

/// The program: reads the feeds, shows the digest, reports what could not be read.
public final class Newsroom {
  private let desk: Desk
  @Injected private var digest: Digest
  @Injected private var console: any Printing
  /// Asked for when something is wrong, and not before.
  @LazyInjected private var problems: any ProblemReporting

  init(desk: Desk) {
    self.desk = desk
  }

  /// Runs once.
  ///
  /// - Returns: the exit code: 0; 1 if a file was skipped; 2 if there is nothing to read from.
  public func run() -> Int32 {
    let edition: Edition
    do {
      edition = try desk.edition()
    } catch {
      problems.report("newsroom: \(error)")
      return 2
    }
    for line in digest.lines(of: edition.feeds) { console.show(line) }
    for (file, problem) in edition.problems {
      problems.report("\(file):\(problem.position): \(problem.reason)")
    }
    guard !edition.problems.isEmpty else { return 0 }
    problems.report(
      "skipped \(edition.problems.count) of \(edition.feeds.count + edition.problems.count) files")
    return 1
  }
}
