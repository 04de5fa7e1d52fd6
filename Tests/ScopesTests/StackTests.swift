import Facet
import FacetTestSupport
import Foundation
import Testing

private enum Place {
  @TaskLocal static var name = "none"
}

/// How deep services may be nested, on which stack, and what happens beyond that.
@Suite(.timeLimit(.minutes(20))) struct StackTests {
  @Test(arguments: Way.allCases, [8 << 20, 512 << 10])
  func `a chain of 1,000 services resolves on 8 MB; on 512 KB one of 85, or 50 to 60 with more between them`(
    way: Way, stackSize: Int
  ) async {
    await #expect(processExitsWith: .success) { [way, stackSize] in
      endProcess()
      let (container, errors, visits) = (Container(), Recorder<ResolutionError>(), Counter())
      let count = stackSize == 8 << 20 ? 1000 : way.countOn512KB
      for number in 0..<count {
        way.register(number, below: number == 0 ? nil : number - 1, in: container, errors: errors) {
          visits.next()
        }
      }
      runOnThread(stackSize: stackSize) { #expect(way.resolve(count - 1, from: container)) }
      #expect(errors.all.map(\.code) == [])
      #expect(visits.value == count)
    }
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a chain of 1,000 services, required and inferred, resolves in every scope`(scope: Int) async {
    await #expect(processExitsWith: .success) { [scope] in
      endProcess()
      let container = Container()
      for number in 1...1000 {
        container.register(Int.self, name: "\(number)") { r in
          number.isMultiple(of: 2)
            ? try r.require(Int.self, name: "\(number - 1)") + 1 : r.resolve(name: "\(number - 1)") + 1
        }.inObjectScope([ObjectScope.transient, .graph, .container, .weak][scope])
      }
      container.register(Int.self, name: "0") { _ in 0 }
      runOnThread(stackSize: 8 << 20) { #expect(container.resolve(Int.self, name: "1000") == 1000) }
    }
  }

  @Test(arguments: Way.tooDeep)
  func `a chain that is too deep is one error with its path`(way: Way, depth: Int, stackSize: Int) async {
    await #expect(processExitsWith: .success) { [way, depth, stackSize] in
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError>())
      for number in 0...depth {
        way.register(number, below: number == 0 ? nil : number - 1, in: container, errors: errors)
      }
      runOnThread(stackSize: stackSize) { _ = way.resolve(depth, from: container) }
      #expect(errors.all.map(\.code) == [.tooDeep])
      let path = errors.all.first?.path.map { $0.name ?? "" } ?? []
      #expect(path.count > 1)
      #expect(path.indices.first { path[$0] != "\(depth - $0)" } == nil)
    }
  }

  @Test(arguments: Way.allCases)
  func `every closure runs on the caller's thread, however deep`(way: Way) async {
    await #expect(processExitsWith: .success) { [way] in
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError>())
      let (visits, strays, depth) = (Counter(), Counter(), 400)
      let caller = Locked<Thread?>(nil)
      for number in 0...depth {
        way.register(number, below: number == 0 ? nil : number - 1, in: container, errors: errors) {
          visits.next()
          guard Thread.current === caller.withLock({ $0 }), Place.name == "caller",
            Thread.current.threadDictionary["place"] as? String == "caller"
          else {
            strays.next()
            return
          }
        }
      }
      runOnThread(stackSize: 512 << 10) {
        caller.withLock { $0 = Thread.current }
        Thread.current.threadDictionary["place"] = "caller"
        Place.$name.withValue("caller") { _ = way.resolve(depth, from: container) }
      }
      #expect(visits.value >= way.countOn512KB)
      #expect(strays.value == 0)
    }
  }

  @Test func `on the main actor every factory of a deep chain is on it`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      await MainActor.run {
        let container = Container { $0.failureHandler = { _ in } }
        for number in 1...4_000 {
          container.register(Int.self, name: "\(number)") { r in
            MainActor.assumeIsolated { r.resolve(Int.self, name: "\(number - 1)") ?? 0 }
          }
        }
        container.register(Int.self, name: "0") { _ in 7 }
        #expect(container.resolve(Int.self, name: "4000") != nil)
      }
    }
  }

  // MARK: - Endless forms

  @Test(arguments: [0, 1, 2]) func `a completion that asks for a provider of its service ends`(
    scope: Int
  ) async {
    await #expect(processExitsWith: .success) { [scope] in
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      container.register(Step.self) { _ in Step() }
        .initCompleted { r, _ in errors.add(failureOf: { _ = try r.require(Provider<Step>.self).require() }) }
        .inObjectScope([ObjectScope.transient, .graph, .container][scope])
      runOnThread(stackSize: 8 << 20) { #expect(container.resolve(Step.self) != nil) }
      #expect(scope == 0 ? [[.loop], [.tooDeep]].contains(errors.all) : errors.all == [])
    }
  }

  @Test func `a storage that asks for its own service each time that it is read ends, as does a conversion`()
    async
  {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      container.register(Step.self, name: "stored") { _ in Step() }
        .inObjectScope(
          ObjectScope(storageFactory: { [unowned container] in
            ReadingStorage { errors.add(failureOf: { _ = try container.require(Step.self, name: "stored") }) }
          }))
      runOnThread(stackSize: 8 << 20) { _ = container.resolve(Step.self, name: "stored") }
      let count = errors.all.count
      container.register(Step.self) { _ in Step() }
        .implements((any Stepping).self) { [unowned container] step in
          errors.add(failureOf: { _ = try container.require((any Stepping).self) })
          return step
        }
      runOnThread(stackSize: 8 << 20) { #expect(container.resolve((any Stepping).self) != nil) }
      #expect(count > 0 && errors.all.count == count + 1)
      #expect(Set(errors.all).isSubset(of: [.loop, .tooDeep]))
    }
  }
}

extension Recorder where Element == ResolutionError.Code {
  /// Writes why `resolve` failed, if it did.
  fileprivate func add(failureOf resolve: () throws -> Void) {
    do { try resolve() } catch {
      if let error = error as? ResolutionError { add(error.code) }
    }
  }
}
