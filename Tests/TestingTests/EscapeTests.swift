#if os(Linux)
  import FacetTestSupport
  import Testing

  /// What is said of code that leaves its test and asks for the main container.
  ///
  /// Each trial runs in a process of its own: here other tests run at the same time. Elsewhere the tests of a package are no
  /// program that could be started.
  @Suite(.timeLimit(.minutes(20))) struct EscapeTests {
    /// What a run of the tests with this name says of its issues, and whether it succeeds.
    private func run(_ filter: String) throws -> (issues: String, succeeds: Bool) {
      let program = try Program(
        Program.built("FacetPackageTests.xctest"), ["--testing-library", "swift-testing", "--filter", filter])
      let output = (program.output + program.errors)
        .replacing(#/\u{1B}\[[0-9;]*m/#, with: "").replacing(#/swift:\d+:\d+/#, with: "swift")
        .replacing(#/swift:\d+/#, with: "swift")
      var issues: [Substring] = []
      var isIssue = false
      for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.contains(" recorded an issue") {
          isIssue = true
        } else if line.first.map({ "◇✔✘".contains($0) }) == true {
          isIssue = false
        }
        if isIssue { issues.append(line.allSatisfy { $0 == " " } ? "" : line) }
      }
      #expect(output.contains("Test run with"), "the trial did not run: \(output)")
      return (issues.joined(separator: "\n"), program.exitCode == 0)
    }

    @Test func `a detached task is an issue of the only test that runs`() throws {
      let (issues, succeeds) = try run("EscapeTrials.detachedTask")
      #expect(!succeeds)
      #expect(
        issues == """
          ✘ Test detachedTask() recorded an issue at EscapeTrials.swift: Issue recorded
          ↳ Code that left the test asked for 'Container.main' on a detached task.

              It got the container of the test, because no other isolated test ran at the time.

            To fix this, do one of:
              • Start it with 'Task { … }' or as a child task, which belong to the test.
              • Carry the container over: let main = Container.main … Container.withMain(main) { … }
              • Pass its dependencies, so that it does not ask for 'Container.main'.
              • If it is the application's own work, say so: Container.withApplicationMain { … }
          """)
    }

    /// Trials whose issue belongs to the one test that ran, and what is said of it beside the remedies.
    private static let trials: [(name: String, place: String, count: String, isLater: Bool)] = [
      ("EscapeTrials.innerTrait", "a detached task", "", false),
      ("EscapeTrials.queueAndThread", "a thread or a queue", ", 4 times", false),
      ("LaterEscapeTrials", "a detached task", "", true),
      // An application that hosts tests keeps its services, and a test's escaped code is found beside it.
      ("HostedEscapeTrials", "a detached task", "", true),
    ]

    @Test(arguments: trials)
    func `it is one issue, wherever the code ran and whatever was before`(
      name: String, place: String, count: String, isLater: Bool
    ) throws {
      let (issues, succeeds) = try run(name)
      #expect(!succeeds)
      var facts = [
        "↳ Code that left the test asked for 'Container.main' on \(place)\(count).",
        "    It got the container of the test, because no other isolated test ran at the time.",
      ]
      if isLater { facts.append("    If this test starts nothing of the kind, a test before it did.") }
      facts.append("  To fix this, do one of:")
      #expect(issues.split(separator: "\n").dropFirst().prefix(facts.count).map { String($0) } == facts)
      #expect(issues.split(separator: "\n").count == facts.count + 5)
    }

    @Test func `a production service that is built after the end of its test is an issue of no test`() throws
    {
      let (issues, succeeds) = try run("EscapeTrials.lateProductionService")
      #expect(!succeeds)
      #expect(
        issues == """
          ✘ Test «unknown» recorded an issue at IsolatedTests.swift: Issue recorded
          ↳ After the end of test container at TestingTests/EscapeTrials.swift:

            The test built 'Client', a production service.

              Path:   Client
              Built:  'Client'   registered at Shop/Clients.swift

            To fix this, do one of:
              • Override it in the container of the test: $0.register(Client.self) { … }
              • Allow it where it is forbidden: remove allowsProduction: false
          """)
    }

    @Test func `where several tests run, an issue of no test names nine of them`() throws {
      let (issues, succeeds) = try run("ManyEscapeTrials")
      #expect(!succeeds)
      #expect(
        issues == """
          ✘ Test «unknown» recorded an issue at IsolatedTests.swift: Issue recorded
          ↳ Code that left its test asked for 'Container.main' on a thread or a queue, and got the real one.

              Running:   test container at Shop/Tests:11
                         test container at Shop/Tests:12
                         test container at Shop/Tests:13
                         test container at Shop/Tests:14
                         test container at Shop/Tests:15
                         test container at Shop/Tests:16
                         test container at Shop/Tests:17
                         test container at Shop/Tests:18
                         test container at Shop/Tests:19
                         (3 more)

            To fix this, do one of:
              • Start it with 'Task { … }' or as a child task, which belong to the test.
              • Carry the container over: let main = Container.main … Container.withMain(main) { … }
              • Pass its dependencies, so that it does not ask for 'Container.main'.
              • If it is the application's own work, say so: Container.withApplicationMain { … }
              • To find the test, run these one at a time.
          """)
    }

    @Test func `a task that escapes one of two tests is an issue of neither`() throws {
      let (issues, succeeds) = try run("TwoEscapeTrials")
      #expect(!succeeds)
      #expect(issues.contains("↳ Code that left its test asked for 'Container.main' on a detached task, and"))
      #expect(issues.contains("Running:   one() at TestingTests/EscapeTrials.swift\n"))
      #expect(issues.contains("           other() at TestingTests/EscapeTrials.swift\n"))
    }

    @Test func `a test that is not isolated may use the real main container meanwhile`() throws {
      let (issues, succeeds) = try run("MixedEscapeTrials")
      #expect(succeeds)
      #expect(issues == "")
    }
  }
#endif
