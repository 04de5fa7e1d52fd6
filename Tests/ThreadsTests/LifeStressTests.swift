import Facet
import FacetTestSupport
import Foundation
import Testing

/// Threads and tasks do with containers whatever can be done, and count what becomes of each instance.
///
/// What a container keeps is completed once before anybody sees it, and ends once.
@Suite(.timeLimit(.minutes(20))) struct LifeStressTests {
  @Test(arguments: 0..<6)
  func `instances are completed once, and end once`(round: Int) async throws {
    let life = Life()
    let root = Container()
    life.register(in: root)
    let threads = Task.detached {
      concurrently(4) { thread in
        var random = Chance(round * 8 + thread + 1)
        for _ in 0..<150 { life.actNow(on: root, &random) }
      }
    }
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          var random = Chance(round * 8 + task + 5)
          for _ in 0..<150 { await life.act(on: root, &random) }
        }
      }
      // In half of the rounds the end comes while others go on.
      if round % 2 == 0 { group.addTask { try? await root.closeAsync() } }
    }
    await threads.value
    try await root.closeAsync()
    life.expectEnds()
  }
}

/// A service that counts what happens to it.
private class Piece: @unchecked Sendable {
  // Unchecked: `completions` and `ends` count behind locks; `peer` is set in the completion, before others see it.
  let name: String
  let hasEnd: Bool
  let (completions, ends) = (Counter(), Counter())
  var peer: Piece?

  init(_ name: String, hasEnd: Bool = true) { (self.name, self.hasEnd) = (name, hasEnd) }
}
private final class Clinic: Piece, @unchecked Sendable {}
private final class Vet: Piece, @unchecked Sendable {}
private final class Session: Piece, @unchecked Sendable {}
private final class Member: Piece, @unchecked Sendable {}
private final class Page: Piece, @unchecked Sendable {}
private final class Guest: Piece, @unchecked Sendable {}
private final class Link: Piece, @unchecked Sendable {
  let lazy: Lazy<Vet>

  init(_ lazy: Lazy<Vet>) {
    self.lazy = lazy
    super.init("link")
  }
}
private final class Report: Piece, @unchecked Sendable {}
private final class Visit: Piece, @unchecked Sendable {}
private protocol Shown: AnyObject, Sendable {}
extension Clinic: Shown {}

private final class Life: Sendable {
  private let pieces = Recorder<Piece>()
  private let (made, faults) = (Counter(), Recorder<String>())

  private func make<Made: Piece>(_ piece: Made) -> Made {
    pieces.add(piece)
    return piece
  }
  /// One of many fails.
  private func failAtTimes() throws { if made.next() % 23 == 0 { throw Broken() } }
  private func complete(_ piece: Piece) { piece.completions.next() }
  private func end(_ piece: Piece) { piece.ends.next() }
  private func see(_ piece: Piece?) {
    guard let piece, piece.completions.value != 1 else { return }
    faults.add("\(piece.name) was seen with \(piece.completions.value) completions")
  }

  // MARK: - Services

  func register(in container: Container) {
    container.failureHandler = { [faults] error in
      if error.code == .longWait { faults.add(error.description) }
    }
    container.registerAtomically { container in
      registerClinic(in: container)
      registerVet(in: container)
      container.register(Session.self) { [self] r in make(Session("session")) }
        .inObjectScope(.session).initCompleted { [self] r, session in
          session.peer = try r.require(Clinic.self)
          complete(session)
        }.onClose { [self] in end($0) }
      container.register(Member.self) { [self] r in make(Member("member")) }
        .inObjectScope(.scoped).initCompleted { [self] r, member in
          member.peer = try r.require(Session.self)
          complete(member)
        }.onClose { [self] in end($0) }
      container.register(Page.self) { [self] (_, number: Int) in make(Page("page \(number)")) }
        .inObjectScope(.perArgument).initCompleted { [self] _, page in complete(page) }
        .onClose { [self] in end($0) }
      container.register(Guest.self) { [self] _ in make(Guest("guest", hasEnd: false)) }
        .inObjectScope(.weak).initCompleted { [self] r, guest in
          guest.peer = try r.require(Vet.self)
          complete(guest)
        }.onClose { [self] in end($0) }
      container.register(Link.self) { [self] r in
        let lazy = try r.require(Lazy<Vet>.self)
        try failAtTimes()
        return make(Link(lazy))
      }.inObjectScope(.container).initCompleted { [self] _, link in complete(link) }
        .onClose { [self] in end($0) }
      container.register(Report.self) { [self] r async throws in
        _ = try await r.requireAsync(Clinic.self)
        await Task.yield()
        try failAtTimes()
        return make(Report("report"))
      }.inObjectScope(.container).initCompleted { [self] _, report in complete(report) }
        .startsEagerly()
        .onClose { [self] report async in
          await Task.yield()
          end(report)
        }
      // As a connection is: it is given up as soon as its client is gone.
      container.register(Visit.self) { [self] r async throws in
        _ = try r.require(Member.self)
        await Task.yield()
        try Task.checkCancellation()
        _ = try await r.requireAsync(Report.self)
        return make(Visit("visit"))
      }.inObjectScope(.scoped).initCompleted { [self] _, visit in complete(visit) }
        .onClose { [self] visit async in
          await Task.yield()
          end(visit)
        }
    }
  }
  /// The clinic and the vet need each other.
  private func registerClinic(in container: Container) {
    container.register(Clinic.self) { [self] _ in
      try failAtTimes()
      return make(Clinic("clinic"))
    }.inObjectScope(.container).initCompleted { [self] r, clinic in
      clinic.peer = try r.require(Vet.self)
      try failAtTimes()
      complete(clinic)
    }.onClose { [self] in end($0) }.implements((any Shown).self)
  }
  private func registerVet(in container: Container) {
    container.register(Vet.self) { [self] r in
      let clinic = try r.require(Clinic.self)
      if made.next() % 31 == 0 { container.resetObjectScope(.container) }
      let vet = make(Vet("vet"))
      vet.peer = clinic
      return vet
    }.inObjectScope(.container).initCompleted { [self] _, vet in complete(vet) }
      .onClose { [self] in end($0) }
  }

  // MARK: - What is done

  func act(on container: Container, _ random: inout Chance) async {
    switch random.next(below: 16) {
    case 0, 1: see(try? await container.requireAsync(Report.self))
    case 2: see(try? await container.requireAsync(Session.self))
    case 3:
      let task = Task { try? await container.requireAsync(Report.self) }
      task.cancel()
      see(await task.value)
    case 4: try? await container.closeAsync(.container)
    case 5: try? await container.closeAsync(.session)
    case 6:
      let child = Container(parent: container)
      see(try? await child.requireAsync(Member.self))
      try? await child.closeAsync()
    case 7:
      let lazy = try? container.require(AsyncLazy<Report>.self)
      see(try? await lazy?.require())
    case 8:
      let overriding = container.overriding { registerClinic(in: $0) }
      see(overriding.resolve(Vet.self))
      try? await overriding.closeAsync()
    case 9, 10:
      let isGone = random.next(below: 2) == 0
      let client = Task {
        try await container.withChild { request in
          async let other = request.requireAsync(Visit.self)
          see(try await request.requireAsync(Visit.self))
          see(try await other)
        }
      }
      if isGone { client.cancel() }
      _ = await client.result
    case 11:
      let request = Container(parent: container)
      async let visit = try? request.requireAsync(Visit.self)
      try? await request.closeAsync()
      see(await visit)
    case 12:
      let start = Task { try? await container.startAsync() }
      start.cancel()
      await start.value
    default: actNow(on: container, &random)
    }
  }

  func actNow(on container: Container, _ random: inout Chance) {
    switch random.next(below: 26) {
    case 0, 1, 2: see(container.resolve(Clinic.self))
    case 3, 4: see(container.resolve(Vet.self))
    case 5: see(container.resolve(Session.self))
    case 6: see(container.resolve(Page.self, argument: random.next(below: 3)))
    case 7: see(container.resolve(Guest.self))
    case 8: see(container.resolve((any Shown).self) as? Clinic)
    case 9: see(container.resolve(Link.self).flatMap { try? $0.lazy.require() })
    case 10: see(try? container.resolve(Provider<Clinic>.self)?.require())
    case 11: container.resolveAll(Vet.self).forEach(see)
    case 12: see(container.optional(Clinic.self))
    case 13: container.resetObjectScope(.container)
    case 14: container.resetObjectScope(.session)
    case 15: container.resetObjectScope(.perArgument)
    case 16: container.resetObjectScope(.container, serviceType: Clinic.self)
    case 17: try? container.close(.session)
    case 18: container.registerAtomically(registerClinic)
    case 19: container.registerAtomically(registerVet)
    case 20:
      container.registerAtomically { container in
        container.unregister(Clinic.self)
        registerClinic(in: container)
      }
    case 21:
      let child = Container(parent: container)
      registerClinic(in: child)
      see(child.resolve(Clinic.self))
      try? child.close()
    case 22:
      let child = Container(parent: container)
      let grandchild = Container(parent: child)
      see(grandchild.resolve(Member.self))
      see(child.resolve(Member.self))
      try? child.close()
    case 23:
      let child = Container(parent: container)
      see(child.resolve(Member.self))
      child.resetObjectScope(.scoped)
      see(child.resolve(Clinic.self))
    case 24: try? container.start()
    default: see(container.resolve(Link.self))
    }
  }

  // MARK: - What became of it

  func expectEnds() {
    for piece in pieces.all {
      let (completions, ends) = (piece.completions.value, piece.ends.value)
      if completions > 1 { faults.add("\(piece.name) was completed \(completions) times") }
      if ends != (piece.hasEnd ? 1 : 0) { faults.add("\(piece.name) ended \(ends) times") }
    }
    #expect(faults.all == [])
  }
}
