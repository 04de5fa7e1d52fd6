import Facet
import FacetTestSupport
import Testing

private protocol Animal: Sendable {}
private final class Dog: Animal {}
private struct Movie: Animal { var title = "Alien", year = 1979 }
private struct Cinema: Sendable {
  var movies = [Movie()]
  var first: (any Animal)? = Movie()
  var seat = (row: 1, letter: "a")
  var owner: Dog?
  weak var guest: Dog?
  var byName: [String: Movie] = [:]
}
private enum Source: Sendable {
  case none, memory
  case file(Movie, line: Int), network(any Animal)
  indirect case both(Source, Source)
  case closure(@Sendable () -> Void)
}
private enum Generic<Value: Sendable>: Sendable { case none, some(Value), other, pair(Value, Int) }
private struct Loud: Equatable {
  let name: String
  let handler: @Sendable () -> Void
  static func == (left: Loud, right: Loud) -> Bool { left.name == right.name }
}
private struct Holding<Value: Sendable>: Sendable {
  let value: Value
  var number = 1
}
private struct Nothing: Sendable {}
private struct Hiding: CustomReflectable, Sendable {
  let number: Int
  var customMirror: Mirror { Mirror(self, children: ["all": 0]) }
}
private final class Node: Sendable {}

/// Arguments without `==` are equal if all their parts are.
@Suite(.timeLimit(.minutes(20))) struct ArgumentPartsTests {
  private let container = Container()

  /// Whether two arguments lead to one instance in a top-level resolve: alone, as equal parts of others, and as parts of different ones.
  private func sharings<Argument: Sendable>(_ first: Argument, _ second: Argument) throws -> [[Bool]] {
    func isShared<Value: Sendable>(_ first: Value, _ second: Value) throws -> Bool {
      container.register(Node.self) { (_, _: Value) in Node() }
      container.register(Bool.self) { r in
        r.resolve(Node.self, argument: first) === r.resolve(Node.self, argument: second)
      }
      return try container.require(Bool.self)
    }
    return try [
      [
        isShared(first, second), isShared(Holding(value: first), Holding(value: second)),
        isShared([first], [second]), isShared((first, 1), (second, 1)), isShared(first as Argument?, second),
        isShared(Generic.some(first), .some(second)), isShared(Generic.pair(first, 1), .pair(second, 1)),
        isShared(first as any Sendable, second as any Sendable),
        isShared(["a": first, "b": first], ["b": second, "a": second]),
      ],
      [
        isShared(Holding(value: first), Holding(value: second, number: 2)),
        isShared([first], [second, second]), isShared((first, 1), (second, 2)),
        isShared(Generic.some(first), .pair(second, 1)), isShared(["a": first], ["b": second]),
      ],
    ]
  }

  private static let different = Array(repeating: false, count: 5)

  private func expectShared<Argument: Sendable>(
    as type: Argument.Type = Argument.self, _ first: Argument, _ second: Argument,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = [Array(repeating: true, count: 9), Self.different]
    #expect(try sharings(first, second) == expected, sourceLocation: sourceLocation)
  }

  private func expectDifferent<Argument: Sendable>(
    as type: Argument.Type = Argument.self, _ first: Argument, _ second: Argument,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = [Array(repeating: false, count: 9), Self.different]
    #expect(try sharings(first, second) == expected, sourceLocation: sourceLocation)
  }

  @Test func `structures`() throws {
    try expectShared(Movie(), Movie())
    try expectDifferent(Movie(), Movie(title: "Aliens"))
    try expectDifferent(Movie(), Movie(year: 1980))
    try expectShared(Nothing(), Nothing())
    try expectShared(Cinema(), Cinema())
    try expectDifferent(Cinema(), Cinema(movies: []))
    try expectDifferent(Cinema(), Cinema(first: nil))
    try expectDifferent(Cinema(), Cinema(seat: (2, "a")))
    try expectDifferent(Cinema(), Cinema(byName: ["a": Movie()]))
  }

  @Test func `parts that are objects`() throws {
    let dog = Dog()
    try expectShared(Cinema(owner: dog, guest: dog), Cinema(owner: dog, guest: dog))
    try expectDifferent(Cinema(owner: dog), Cinema(owner: Dog()))
    try expectDifferent(Cinema(guest: dog), Cinema())
    try expectShared(as: (any Animal).self, dog, dog)
    try expectDifferent(as: (any Animal).self, dog, Dog())
  }

  @Test func `enumerations`() throws {
    try expectShared(Source.none, .none)
    try expectDifferent(Source.none, .memory)
    try expectShared(Source.file(Movie(), line: 1), .file(Movie(), line: 1))
    try expectDifferent(Source.file(Movie(), line: 1), .file(Movie(), line: 2))
    try expectDifferent(Source.file(Movie(), line: 1), .network(Movie()))
    try expectShared(Source.network(Movie()), .network(Movie()))
    try expectDifferent(Source.network(Movie()), .network(Dog()))
    try expectShared(Source.both(.memory, .none), .both(.memory, .none))
    try expectDifferent(Source.both(.memory, .none), .both(.none, .memory))
    try expectDifferent(Source.memory, .closure {})
    try expectShared(Generic<Movie>.none, .none)
    try expectDifferent(Generic<any Animal>.none, .other)
    try expectShared(Generic<String>.other, .other)
    try expectShared(Result<Movie, any Error>.success(Movie()), .success(Movie()))
    try expectDifferent(Result<Movie, any Error>.success(Movie()), .failure(CancellationError()))
  }

  @Test func `tuples, lists, dictionaries, optionals, types`() throws {
    try expectShared((1, "a"), (1, "a"))
    try expectDifferent((1, "a"), (1, "b"))
    try expectShared((), ())
    try expectShared([Movie(), Movie(year: 1)], [Movie(), Movie(year: 1)])
    try expectDifferent([Movie(), Movie(year: 1)], [Movie(year: 1), Movie()])
    try expectShared([Movie()][...], [Movie()][...])
    try expectShared(ContiguousArray([Movie()]), [Movie()])
    let many = Dictionary(uniqueKeysWithValues: (0..<99).map { ("\($0)", Movie(year: $0)) })
    let same = Dictionary(uniqueKeysWithValues: (0..<99).reversed().map { ("\($0)", Movie(year: $0)) })
    try expectShared(many, same)
    try expectDifferent(many, many.mapValues { Movie(year: $0.year + 1) })
    try expectShared(Movie?.none, nil)
    try expectDifferent(Movie?.none, Movie())
    try expectShared(Movie??.some(nil), .some(nil))
    try expectShared(as: (any Sendable.Type).self, Dog.self, Dog.self)
    try expectDifferent(as: (any Sendable.Type).self, Dog.self, Movie.self)
  }

  @Test func `what has an equality is equal by that, whatever its parts are`() throws {
    try expectShared(Loud(name: "a") {}, Loud(name: "a") {})
    try expectDifferent(Loud(name: "a") {}, Loud(name: "b") {})
    try expectDifferent(Double.nan, .nan)
  }

  @Test func `closures, and what hides its parts, equal nothing`() throws {
    let closure: @Sendable () -> Void = {}
    try expectDifferent(closure, closure)
    try expectDifferent(Source.closure(closure), .closure(closure))
    try expectDifferent(Holding(value: (1, closure)), Holding(value: (1, closure)))
    try expectDifferent(Hiding(number: 1), Hiding(number: 1))
  }

  @Test func `an indirect enumeration of any depth is compared without an overflow`() throws {
    var (first, second) = (Source.none, Source.none)
    for _ in 0..<10 { (first, second) = (.both(.memory, first), .both(.memory, second)) }
    try expectShared(first, second)
    for _ in 0..<10_000 { (first, second) = (.both(.memory, first), .both(.memory, second)) }
    try expectDifferent(first, second)
  }

  // MARK: - Recursions

  @Test func `a recursion with equal parts is a loop, over factories and over awaits`() async throws {
    container.register(Node.self) { (r, movie: Movie) in
      try r.require(Node.self, argument: Movie(title: movie.title))
    }
    let path = Array(repeating: "'Node' with arguments (Movie)", count: 2)
    for _ in 1...2 {
      expectFailure(.loop, path: path) { try container.require(Node.self, argument: Movie()) }
    }
    container.register(Node.self) { (r, movie: Movie) async throws in
      try await r.requireAsync(Node.self, argument: Movie(title: movie.title))
    }
    await expectFailure(.loop, path: path) { try await container.requireAsync(Node.self, argument: Movie()) }
  }

  @Test(arguments: [ObjectScope.graph, .transient])
  func `a recursion with smaller parts ends, and quickly`(scope: ObjectScope) throws {
    container.register(Node.self) { (r, movie: Movie) in
      if movie.year > 0 { _ = try r.require(Node.self, argument: Movie(year: movie.year - 1)) }
      return Node()
    }.inObjectScope(scope)
    let failures = Recorder.failures(of: container)
    let time = ContinuousClock().measure {
      runOnThread(stackSize: 64 << 20) { [container] in
        _ = container.resolve(Node.self, argument: Movie(year: 3_000))
      }
    }
    #expect(failures.all == [])
    #expect(time < .seconds(60), "\(time)")
  }

  // MARK: - Services that need one another

  private final class Screen {
    var presenter: Presenter?
  }
  private final class Presenter {
    weak var view: Screen?
    var router: Router?
  }
  private final class Router { weak var screen: Screen? }

  /// Registers a screen, its presenter and its router as most applications have them, and counts the screens.
  private func registerScreens<Argument: Sendable>(_ make: @escaping @Sendable () -> Argument) -> Counter {
    let screens = Counter()
    container.register(Screen.self) { (r, argument: Argument) in
      screens.next()
      let screen = Screen()
      screen.presenter = r.resolve(Presenter.self, argument: argument)
      return screen
    }
    container.register(Presenter.self) { (_, _: Argument) in Presenter() }
      .initCompleted { r, presenter in
        presenter.view = r.resolve(Screen.self, argument: make())
        presenter.router = r.resolve(Router.self)
      }
    container.register(Router.self) { _ in Router() }
      .initCompleted { r, router in router.screen = r.resolve(Screen.self, argument: make()) }
    return screens
  }

  @Test func `a screen, its presenter and its router find one another`() throws {
    let screens = registerScreens { Movie() }
    let screen = try container.require(Screen.self, argument: Movie())
    #expect(screen.presenter?.view === screen)
    #expect(screen.presenter?.router?.screen === screen)
    // That a factory whose completions lead back to it runs again is so with every argument.
    #expect(screens.value == 2)
  }
}
