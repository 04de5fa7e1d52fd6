import Facet
import FacetTestSupport
import Foundation
import Testing

/// The ways in which one service leads to the next, as deep as a test wants.
private enum Way: String, CaseIterable, Codable, Sendable {
  case factories
  case completions
  case conversions
  case storages
  case arguments
  case decorators
  case customScopes
  case lazies
  case providers

  /// How many services fit on 512 KB in debug: what the article promises, and some less where it says how many it may be.
  var countOn512KB: Int {
    switch self {
    case .factories: 100
    case .completions, .conversions, .storages, .arguments, .decorators, .customScopes, .lazies, .providers:
      60
    }
  }

  /// How many services are too deep, in release as well.
  ///
  /// Each registration looks through all decorators: so there are fewer of those, which are too deep for 512 KB.
  var largeCount: Int { self == .decorators ? 4_000 : 60_000 }

  /// On which stacks so many are too deep.
  static let stacks: [(way: Way, size: Int)] =
    allCases.map { ($0, 512 << 10) } + allCases.filter { $0 != .decorators }.map { ($0, 8 << 20) }

  /// Registers service `number`, which calls `visit`, and then leads to the one below if there is one.
  func register(
    _ number: Int, below: Int?, in container: Container, errors: Recorder<ResolutionError>,
    visit: @escaping @Sendable () -> Void = {}
  ) {
    let name = "\(number)"
    @Sendable func descend(_ r: any Resolver) {
      visit()
      guard let below else { return }
      do throws(ResolutionError) {
        try require(below, by: r)
      } catch {
        errors.add(error)
      }
    }
    switch self {
    case .factories, .lazies, .providers:
      container.register(Step.self, name: name) { r in
        descend(r)
        return Step()
      }
    case .customScopes:
      container.register(Step.self, name: name) { r in
        descend(r)
        return Step()
      }.inObjectScope(ObjectScope(storageFactory: PermanentStorage.init))
    case .arguments:
      container.register(Step.self, name: name) { (r, _: Int) in
        descend(r)
        return Step()
      }
    case .decorators:
      container.register(Step.self, name: name) { _ in Step() }
      container.decorate(Step.self, name: name) { r, step in
        descend(r)
        return step
      }
    case .completions:
      container.register(Step.self, name: name) { _ in Step() }.initCompleted { r, _ in descend(r) }
    case .conversions:
      container.register(Step.self, name: name) { _ in Step() }
        .implements((any Stepping).self, name: name) { [unowned container] step in
          descend(container)
          return step
        }
    case .storages:
      container.register(Step.self, name: name) { _ in Step() }
        .inObjectScope(
          ObjectScope(storageFactory: { [unowned container] in Asking { descend(container) } }))
    }
  }

  private func require(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    switch self {
    case .factories, .completions, .storages, .decorators, .customScopes: try requireStep(number, by: r)
    case .conversions: try requireConverted(number, by: r)
    case .arguments: try requireWithArgument(number, by: r)
    case .lazies: try requireLazily(number, by: r)
    case .providers: try requireByProvider(number, by: r)
    }
  }

  // Functions of their own: without an optimizer each has memory for all that it resolves.

  private func requireStep(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require(Step.self, name: "\(number)")
  }

  private func requireConverted(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require((any Stepping).self, name: "\(number)")
  }

  private func requireWithArgument(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require(Step.self, name: "\(number)", argument: number)
  }

  private func requireLazily(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require(Lazy<Step>.self, name: "\(number)").require()
  }

  private func requireByProvider(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require(Provider<Step>.self, name: "\(number)").require()
  }

  func resolve(_ number: Int, from container: Container) -> Bool {
    switch self {
    case .factories, .completions, .storages, .decorators, .customScopes, .lazies, .providers:
      container.resolve(Step.self, name: "\(number)") != nil
    case .arguments: container.resolve(Step.self, name: "\(number)", argument: number) != nil
    case .conversions: container.resolve((any Stepping).self, name: "\(number)") != nil
    }
  }
}
private protocol Stepping: Sendable {}
private final class Step: Stepping {}
/// Does something the first time that it is asked.
private final class Asking: InstanceStorage {
  var instance: Any?
  private var ask: (() -> Void)?
  init(_ ask: @escaping () -> Void) { self.ask = ask }
  func instance(inGraph graph: GraphIdentifier) -> Any? {
    let ask = self.ask
    self.ask = nil
    ask?()
    return instance
  }
}
private enum Place {
  @TaskLocal static var name = "none"
}

/// How deep services may be nested, on which stack, and what happens beyond that.
@Suite(.timeLimit(.minutes(20))) struct StackTests {
  @Test(arguments: Way.allCases) fileprivate func `a chain of 1,000 services resolves on 8 MB`(way: Way) async
  {
    await #expect(processExitsWith: .success) { [way] in expectChain(of: 1000, way, stackSize: 8 << 20) }
  }

  @Test(arguments: Way.allCases)
  fileprivate func `a chain of 100 services, or 60 with more between them, resolves on 512 KB`(
    way: Way
  ) async {
    await #expect(processExitsWith: .success) { [way] in
      expectChain(of: way.countOn512KB, way, stackSize: 512 << 10)
    }
  }

  @Test(arguments: [0, 1, 2, 3]) func `a chain of 1,000 services resolves in every scope`(scope: Int) async {
    await #expect(processExitsWith: .success) { [scope] in
      endProcess()
      let container = Container()
      for number in 1...1000 {
        container.register(Int.self, name: "\(number)") { r in
          try r.require(Int.self, name: "\(number - 1)") + 1
        }.inObjectScope([ObjectScope.transient, .graph, .container, .weak][scope])
      }
      container.register(Int.self, name: "0") { _ in 0 }
      runOnThread(stackSize: 8 << 20) { #expect(container.resolve(Int.self, name: "1000") == 1000) }
    }
  }

  @Test(arguments: Way.stacks)
  fileprivate func `a chain that is too deep is one error with its path`(way: Way, stackSize: Int) async {
    await #expect(processExitsWith: .success) { [way, stackSize] in
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError>())
      let depth = way.largeCount
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
  fileprivate func `every closure runs on the caller's thread, however deep`(way: Way) async {
    await #expect(processExitsWith: .success) { [way] in
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError>())
      let (visits, strays, depth) = (Counter(), Counter(), min(way.largeCount, 20_000))
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
      runOnThread(stackSize: 8 << 20) {
        caller.withLock { $0 = Thread.current }
        Thread.current.threadDictionary["place"] = "caller"
        Place.$name.withValue("caller") { _ = way.resolve(depth, from: container) }
      }
      #expect(visits.value > 1000)
      #expect(strays.value == 0)
    }
  }

  @Test func `on the main actor every factory of a deep chain is on it`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      await MainActor.run {
        let container = Container()
        container.failureHandler = { _ in }
        for number in 1...20_000 {
          container.register(Int.self, name: "\(number)") { r in
            MainActor.assumeIsolated { r.resolve(Int.self, name: "\(number - 1)") ?? 0 }
          }
        }
        container.register(Int.self, name: "0") { _ in 7 }
        #expect(container.resolve(Int.self, name: "20000") != nil)
      }
    }
  }

  // MARK: - Endless forms

  @Test func `a completion that asks for its service with a growing argument is too deep`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      container.register(Step.self) { (_, _: Int) in Step() }
      container.register([Int].self) { (_, number: Int) in [number] }
        .initCompleted { r, list in
          do throws(ResolutionError) {
            _ = try r.require([Int].self, argument: list[0] + 1)
          } catch {
            errors.add(error.code)
          }
        }
      runOnThread(stackSize: 8 << 20) { _ = container.resolve([Int].self, argument: 0) }
      #expect(errors.all == [.tooDeep])
    }
  }

  @Test(arguments: [0, 1, 2]) func `a completion that asks for a provider of its service ends`(
    scope: Int
  ) async {
    await #expect(processExitsWith: .success) { [scope] in
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      container.register(Step.self) { _ in Step() }
        .initCompleted { r, _ in
          do throws(ResolutionError) {
            _ = try r.require(Provider<Step>.self).require()
          } catch {
            errors.add(error.code)
          }
        }.inObjectScope([ObjectScope.transient, .graph, .container][scope])
      runOnThread(stackSize: 8 << 20) { #expect(container.resolve(Step.self) != nil) }
      #expect(scope == 0 ? [[.loop], [.tooDeep]].contains(errors.all) : errors.all == [])
    }
  }

  @Test func `a storage that asks for its own service each time that it is read ends`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      final class Reading: InstanceStorage {
        var kept: Any?
        let read: () -> Void
        init(_ read: @escaping () -> Void) { self.read = read }
        var instance: Any? {
          get {
            read()
            return kept
          }
          set { kept = newValue }
        }
      }
      container.register(Step.self) { _ in Step() }
        .inObjectScope(
          ObjectScope(storageFactory: { [unowned container] in
            Reading {
              do throws(ResolutionError) {
                _ = try container.require(Step.self)
              } catch {
                errors.add(error.code)
              }
            }
          }))
      runOnThread(stackSize: 8 << 20) { _ = container.resolve(Step.self) }
      #expect(!errors.all.isEmpty)
      #expect(Set(errors.all).isSubset(of: [.loop, .tooDeep]))
    }
  }

  @Test func `a conversion that asks for its own type ends`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      container.register(Step.self) { _ in Step() }
        .implements((any Stepping).self) { [unowned container] step in
          do throws(ResolutionError) {
            _ = try container.require((any Stepping).self)
          } catch {
            errors.add(error.code)
          }
          return step
        }
      runOnThread(stackSize: 8 << 20) { #expect(container.resolve((any Stepping).self) != nil) }
      #expect(errors.all.count == 1)
      #expect(Set(errors.all).isSubset(of: [.loop, .tooDeep]))
    }
  }
}

private func expectChain(of count: Int, _ way: Way, stackSize: Int) {
  endProcess()
  let (container, errors, visits) = (Container(), Recorder<ResolutionError>(), Counter())
  for number in 0..<count {
    way.register(number, below: number == 0 ? nil : number - 1, in: container, errors: errors) {
      visits.next()
    }
  }
  runOnThread(stackSize: stackSize) { #expect(way.resolve(count - 1, from: container)) }
  #expect(errors.all.map(\.code) == [])
  #expect(visits.value == count)
}
