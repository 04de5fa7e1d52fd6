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

  /// Whether two arguments lead to one instance in a top-level resolve, also as parts of others.
  private func isShared<Argument: Sendable>(
    as type: Argument.Type = Argument.self, _ first: Argument, _ second: Argument,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    func isSharedAlone<Value: Sendable>(_ first: Value, _ second: Value) throws -> Bool {
      container.register(Node.self) { (_, _: Value) in Node() }
      container.register(Bool.self) { r in
        r.resolve(Node.self, argument: first) === r.resolve(Node.self, argument: second)
      }
      return try container.require(Bool.self)
    }
    let isShared = try isSharedAlone(first, second)
    #expect(try isSharedAlone(Holding(value: first), Holding(value: second)) == isShared)
    #expect(try isSharedAlone([first], [second]) == isShared)
    #expect(try isSharedAlone((first, 1), (second, 1)) == isShared)
    #expect(try isSharedAlone(first as Argument?, second) == isShared)
    #expect(try isSharedAlone(Generic.some(first), .some(second)) == isShared)
    #expect(try isSharedAlone(Generic.pair(first, 1), .pair(second, 1)) == isShared)
    #expect(try isSharedAlone(first as any Sendable, second as any Sendable) == isShared)
    #expect(try isSharedAlone(["a": first, "b": first], ["b": second, "a": second]) == isShared)
    #expect(try !isSharedAlone(Holding(value: first), Holding(value: second, number: 2)))
    #expect(try !isSharedAlone([first], [second, second]))
    #expect(try !isSharedAlone((first, 1), (second, 2)))
    #expect(try !isSharedAlone(Generic.some(first), .pair(second, 1)))
    #expect(try !isSharedAlone(["a": first], ["b": second]))
    return isShared
  }

  @Test func `structures`() throws {
    #expect(try isShared(Movie(), Movie()))
    #expect(try !isShared(Movie(), Movie(title: "Aliens")))
    #expect(try !isShared(Movie(), Movie(year: 1980)))
    #expect(try isShared(Nothing(), Nothing()))
    #expect(try isShared(Cinema(), Cinema()))
    #expect(try !isShared(Cinema(), Cinema(movies: [])))
    #expect(try !isShared(Cinema(), Cinema(first: nil)))
    #expect(try !isShared(Cinema(), Cinema(seat: (2, "a"))))
    #expect(try !isShared(Cinema(), Cinema(byName: ["a": Movie()])))
  }

  @Test func `parts that are objects`() throws {
    let dog = Dog()
    #expect(try isShared(Cinema(owner: dog, guest: dog), Cinema(owner: dog, guest: dog)))
    #expect(try !isShared(Cinema(owner: dog), Cinema(owner: Dog())))
    #expect(try !isShared(Cinema(guest: dog), Cinema()))
    #expect(try isShared(as: (any Animal).self, dog, dog))
    #expect(try !isShared(as: (any Animal).self, dog, Dog()))
  }

  @Test func `enumerations`() throws {
    #expect(try isShared(Source.none, .none))
    #expect(try !isShared(Source.none, .memory))
    #expect(try isShared(Source.file(Movie(), line: 1), .file(Movie(), line: 1)))
    #expect(try !isShared(Source.file(Movie(), line: 1), .file(Movie(), line: 2)))
    #expect(try !isShared(Source.file(Movie(), line: 1), .network(Movie())))
    #expect(try isShared(Source.network(Movie()), .network(Movie())))
    #expect(try !isShared(Source.network(Movie()), .network(Dog())))
    #expect(try isShared(Source.both(.memory, .none), .both(.memory, .none)))
    #expect(try !isShared(Source.both(.memory, .none), .both(.none, .memory)))
    #expect(try !isShared(Source.memory, .closure {}))
    #expect(try isShared(Generic<Movie>.none, .none))
    #expect(try !isShared(Generic<any Animal>.none, .other))
    #expect(try isShared(Generic<String>.other, .other))
    #expect(try isShared(Result<Movie, any Error>.success(Movie()), .success(Movie())))
    #expect(try !isShared(Result<Movie, any Error>.success(Movie()), .failure(CancellationError())))
  }

  @Test func `tuples, lists, dictionaries, optionals, types`() throws {
    #expect(try isShared((1, "a"), (1, "a")))
    #expect(try !isShared((1, "a"), (1, "b")))
    #expect(try isShared((), ()))
    #expect(try isShared([Movie(), Movie(year: 1)], [Movie(), Movie(year: 1)]))
    #expect(try !isShared([Movie(), Movie(year: 1)], [Movie(year: 1), Movie()]))
    #expect(try isShared([Movie()][...], [Movie()][...]))
    #expect(try isShared(ContiguousArray([Movie()]), [Movie()]))
    let many = Dictionary(uniqueKeysWithValues: (0..<99).map { ("\($0)", Movie(year: $0)) })
    let same = Dictionary(uniqueKeysWithValues: (0..<99).reversed().map { ("\($0)", Movie(year: $0)) })
    #expect(try isShared(many, same))
    #expect(try !isShared(many, many.mapValues { Movie(year: $0.year + 1) }))
    #expect(try isShared(Movie?.none, nil))
    #expect(try !isShared(Movie?.none, Movie()))
    #expect(try isShared(Movie??.some(nil), .some(nil)))
    #expect(try isShared(as: (any Sendable.Type).self, Dog.self, Dog.self))
    #expect(try !isShared(as: (any Sendable.Type).self, Dog.self, Movie.self))
  }

  @Test func `what has an equality is equal by that, whatever its parts are`() throws {
    #expect(try isShared(Loud(name: "a") {}, Loud(name: "a") {}))
    #expect(try !isShared(Loud(name: "a") {}, Loud(name: "b") {}))
    #expect(try !isShared(Double.nan, .nan))
  }

  @Test func `closures, and what hides its parts, equal nothing`() throws {
    let closure: @Sendable () -> Void = {}
    #expect(try !isShared(closure, closure))
    #expect(try !isShared(Source.closure(closure), .closure(closure)))
    #expect(try !isShared(Holding(value: (1, closure)), Holding(value: (1, closure))))
    #expect(try !isShared(Hiding(number: 1), Hiding(number: 1)))
  }

  @Test func `an indirect enumeration of any depth is compared without an overflow`() throws {
    var (first, second) = (Source.none, Source.none)
    for _ in 0..<10 { (first, second) = (.both(.memory, first), .both(.memory, second)) }
    #expect(try isShared(first, second))
    for _ in 0..<10_000 { (first, second) = (.both(.memory, first), .both(.memory, second)) }
    #expect(try !isShared(first, second))
  }

  // MARK: - Recursions

  @Test func `a recursion with equal parts is a loop, over factories and over awaits`() async throws {
    container.register(Node.self) { (r, movie: Movie) in
      try r.require(Node.self, argument: Movie(title: movie.title))
    }
    #expect(throws: ResolutionError.self) { try container.require(Node.self, argument: Movie()) }
    let error = expectFailure(.loop) { try container.require(Node.self, argument: Movie()) }
    #expect(error?.path.count == 2)
    container.register(Node.self) { (r, movie: Movie) async throws in
      try await r.requireAsync(Node.self, argument: Movie(title: movie.title))
    }
    let awaited = await expectFailure(.loop) {
      try await container.requireAsync(Node.self, argument: Movie())
    }
    #expect(awaited?.path.count == 2)
  }

  @Test func `a recursion with smaller parts ends, and quickly`() throws {
    for scope in [ObjectScope.graph, .transient] {
      container.register(Node.self) { (r, movie: Movie) in
        if movie.year > 0 { _ = try r.require(Node.self, argument: Movie(year: movie.year - 1)) }
        return Node()
      }.inObjectScope(scope)
      let clock = ContinuousClock()
      let failures = Recorder<String>()
      let time = clock.measure {
        runOnThread(stackSize: 64 << 20) { [container] in
          do { _ = try container.require(Node.self, argument: Movie(year: 3_000)) } catch {
            failures.add("\(error)")
          }
        }
      }
      #expect(failures.all.isEmpty)
      #expect(time < .seconds(60), "\(time)")
    }
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
