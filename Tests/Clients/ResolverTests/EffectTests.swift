import FacetStatic
import Testing

struct NoWater: Error, Equatable {
  var attempt: Int
}

/// Throwing and asynchronous keys, at once and on demand.
struct BreweryResolver: Resolver {
  enum Key {
    typealias Brewery = Plant
    typealias Water = Int
    typealias Yeast = String
    typealias Label = [String]
    typealias Report = Double
  }

  typealias Output = Key.Brewery

  let journal: Journal

  func brewery(
    water: ThrowingLazy<Key.Water, NoWater>, yeast: Key.Yeast, label: AsyncLazy<Key.Label>,
    report: AsyncThrowingLazy<Key.Report, any Error>
  ) -> Key.Brewery {
    Plant(water: water, yeast: yeast, label: label, report: report)
  }

  func water() throws(NoWater) -> Key.Water {
    let attempts = journal.note("water", journal.entries.filter { $0 == "water" }.count)
    if attempts == 0 { throw NoWater(attempt: attempts) }
    return attempts
  }

  func yeast() async -> Key.Yeast { journal.note("yeast", "ale") }

  func label(yeast: Key.Yeast) async -> Key.Label {
    await Task.yield()
    return journal.note("label", [yeast])
  }

  func report(water: Key.Water, label: Key.Label) throws -> Key.Report {
    journal.note("report", Double(water))
  }
}

final class Plant {
  let water: ThrowingLazy<Int, NoWater>
  let yeast: String
  let label: AsyncLazy<[String]>
  let report: AsyncThrowingLazy<Double, any Error>

  init(
    water: ThrowingLazy<Int, NoWater>, yeast: String, label: AsyncLazy<[String]>,
    report: AsyncThrowingLazy<Double, any Error>
  ) {
    self.water = water
    self.yeast = yeast
    self.label = label
    self.report = report
  }
}

/// A resolver on the main actor.
@MainActor struct WindowResolver: Resolver {
  enum Key {
    typealias Window = MainWindow
    typealias Title = String
  }

  typealias Output = Key.Window

  func window(title: Lazy<Key.Title>) -> Key.Window { MainWindow(title: title) }
  func title() -> Key.Title { "Player" }
}

@MainActor final class MainWindow {
  let title: Lazy<String>

  init(title: Lazy<String>) {
    self.title = title
  }
}

/// An actor as a resolver, whose functions use its state.
actor CountingResolver: Resolver {
  enum Key {
    typealias Count = Int
  }

  typealias Output = Key.Count

  private var count = 0

  func next() -> Key.Count {
    count += 1
    return count
  }
}

@Suite(.timeLimit(.minutes(20))) struct EffectTests {
  @Test func `What is built on demand throws at its use and is tried again`() async throws {
    let journal = Journal()
    let plant = await BreweryResolver(journal: journal).resolve()
    #expect(journal.entries == ["yeast"])
    #expect(throws: NoWater(attempt: 0)) { try plant.water.value }
    #expect(try plant.water.value == 1)
    #expect(journal.entries == ["yeast", "water", "water"])
  }

  @Test func `What is built on demand suspends at its use`() async throws {
    let journal = Journal()
    let plant = await BreweryResolver(journal: journal).resolve()
    #expect(await plant.label.value == ["ale"])
    #expect(await plant.label.count == 1)
    #expect(journal.entries == ["yeast", "label"])
  }

  @Test func `The effects of what it needs are those of a key on demand`() async throws {
    let plant = await BreweryResolver(journal: Journal()).resolve()
    await #expect(throws: NoWater(attempt: 0)) { try await plant.report.value }
    #expect(try await plant.report.value == 1)
  }

  @Test @MainActor func `A resolver on the main actor resolves there`() {
    #expect(WindowResolver().resolve().title.value == "Player")
  }

  @Test func `An actor resolves with its own state`() async {
    let resolver = CountingResolver()
    #expect(await resolver.resolve() == 1)
    #expect(await resolver.resolve() == 2)
  }
}
