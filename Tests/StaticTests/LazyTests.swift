import FacetStatic
import FacetTestSupport
import Testing

private struct Failure: Error, Equatable {}

private final class Object {
  var count = 0
}

@Suite(.timeLimit(.minutes(20))) struct LazyTests {
  @Test func `A lazy builds at its first use, once`() {
    var count = 0
    let lazy = Lazy { () -> Int in
      count += 1
      return count
    }
    #expect(count == 0)
    #expect(lazy.value == 1)
    #expect(lazy.value == 1)
  }

  @Test func `Members of the value are members of the lazy, and can be changed`() {
    let lazy = Lazy { Object() }
    lazy.count = 3
    lazy.count += 1
    #expect(lazy.count == 4)
    #expect(Lazy.built("tea").count == 3)
  }

  @Test func `A throwing lazy keeps a value and forgets an error`() throws {
    var attempts = 0
    let lazy = ThrowingLazy<String, Failure> { () throws(Failure) -> String in
      attempts += 1
      if attempts == 1 { throw Failure() }
      return "tea"
    }
    #expect(throws: Failure()) { try lazy.value }
    #expect(try lazy.value == "tea")
    #expect(try lazy.count == 3)
    #expect(attempts == 2)
    #expect(try ThrowingLazy<Int, any Error>.built(4).value == 4)
  }

  @Test func `A lazy that asks for itself stops with a clear text`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      final class Holder { var lazy: Lazy<Int>? }
      let holder = Holder()
      holder.lazy = Lazy { holder.lazy?.value ?? 0 }
      _ = holder.lazy?.value
    }
    let text = try errorOutput(result)
    #expect(text.contains("The value of Lazy<Int> was asked for while it was being built."))
  }
}

/// Holds a lazy that several tasks ask for.
private actor Asker {
  private(set) var builds = 0
  private var lazy: AsyncThrowingLazy<Int, Failure>?
  private let failures: Int

  init(failures: Int) {
    self.failures = failures
  }

  func ask() async throws(Failure) -> Int {
    let lazy =
      lazy
      ?? AsyncThrowingLazy<Int, Failure> { [self] () async throws(Failure) -> Int in
        let build = begin()
        for _ in 0..<10 { await Task.yield() }
        if build <= failures { throw Failure() }
        return build
      }
    self.lazy = lazy
    return try await lazy.value
  }

  private func begin() -> Int {
    builds += 1
    return builds
  }
}

@Suite(.timeLimit(.minutes(20))) struct AsyncLazyTests {
  private func results(of asker: Asker, tasks: Int) async -> [Int?] {
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<tasks { group.addTask { try? await asker.ask() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `Many tasks of one actor wait for one building`() async {
    let asker = Asker(failures: 0)
    #expect(await results(of: asker, tasks: 50) == Array(repeating: 1, count: 50))
    #expect(await asker.builds == 1)
  }

  @Test func `An error goes to the one that was building, and the next tries again`() async {
    let asker = Asker(failures: 2)
    let results = await results(of: asker, tasks: 50)
    #expect(results.filter { $0 == nil }.count == 2)
    #expect(results.filter { $0 == 3 }.count == 48)
    #expect(await asker.builds == 3)
  }

  @Test func `A lazy of a value does not build`() async throws {
    #expect(await AsyncLazy.built("tea").value == "tea")
    #expect(await AsyncLazy.built("tea").count == 3)
    #expect(try await AsyncThrowingLazy<String, any Error>.built("tea").count == 3)
  }
}
