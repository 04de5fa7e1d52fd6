import FacetContainerCheck
import FacetSyntax
import Foundation

/// How time and memory grow with the sources: generated ones, with copies of a module among them.
enum Scale {
  /// Twice the sources may take at most so many times as long: more than twice, as nothing is measured exactly.
  private static let mostGrowth = 3.0

  /// - Returns: Whether the time grows with the sources, and no faster.
  static func run(count: Int) async -> Bool {
    var isLinear = true
    isLinear = await measure("files of one module", half: module(count / 2), whole: module(count)) && isLinear
    let copies = max(2, count / 500)
    isLinear =
      await measure(
        "files in copies of one module", half: Scale.copies(copies / 2, of: 500),
        whole: Scale.copies(copies, of: 500))
      && isLinear
    isLinear =
      await measure(
        "files with helpers of one name", half: applications(count / 2), whole: applications(count))
      && isLinear
    print("memory at most \(peakMegabytes()) MB")
    return isLinear
  }

  private static func measure(_ name: String, half: [SourceFile], whole: [SourceFile]) async -> Bool {
    let first = await seconds(half)
    let second = await seconds(whole)
    let megabytes = Double(whole.reduce(0) { $0 + $1.bytes.count }) / 1_000_000
    print(
      "\(name): \(whole.count) files, \(rounded(megabytes)) MB in \(rounded(second)) s; half of it in "
        + "\(rounded(first)) s")
    return second < max(0.5, first * mostGrowth)
  }

  private static func seconds(_ files: [SourceFile]) async -> Double {
    let start = ProcessInfo.processInfo.systemUptime
    let check = await ContainerCheck(files)
    let time = ProcessInfo.processInfo.systemUptime - start
    // The tool ends without giving the memory back.
    precondition(check.usesContainers, "The generated sources use no container.")
    return time
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  // MARK: - Sources

  private static func copies(_ copies: Int, of count: Int) -> [SourceFile] {
    (0..<copies).flatMap { module(count, in: "Copy\($0)/") }
  }

  /// An application in each file: with helpers, properties and types that have the names of all others', and other bodies.
  private static func applications(_ count: Int) -> [SourceFile] {
    (0..<count).map { number in
      SourceFile(
        path: "App\(number)/App.swift",
        text: """
          import Facet
          final class DI {
            static let shared = DI()
            let container = Container()
            func resolve<T>(_ type: T.Type) -> T { find(type, \(number)) }
            func find<T>(_ type: T.Type, _ number: Int) -> T { container.resolve(type) ?? resolve(type) }
          }
          @propertyWrapper struct Needs<T> {
            var wrappedValue: T {
              print(\(number))
              return DI.shared.resolve(T.self)
            }
          }
          extension Container {
            func single<T>(_ type: T.Type, _ make: @escaping @Sendable () -> T) {
              register(type) { _ in
                print(\(number))
                return make()
              }
            }
          }
          struct Settings { var value\(number) = 1 }
          final class Store\(number) { init(_ settings: Settings) {} }
          final class Screen { @Needs var store: Store\(number) }
          func start(_ container: Container, _ thing: Any) {
            container.single(Settings.self) { Settings() }
            container.register(Store\(number).self) { r in Store\(number)(r.resolve(Settings.self)!) }
            container.register { thing.screen.store.make(other.screen.make(thing.store).screen) }
            print(DI.shared.resolve(Store\(number).self), thing.resolve(Settings.self))
          }

          """)
    }
  }

  private static func module(_ count: Int, in folder: String = "") -> [SourceFile] {
    (0..<count).map { number in
      SourceFile(path: "\(folder)Part\(number).swift", text: number == 0 ? shared : part(number, of: count))
    }
  }

  /// Helpers, wrappers and generic classes that the other files use.
  private static let shared = """
    import Swinject
    protocol Injecting { func resolve<T>(_ type: T.Type) -> T }
    final class Injector: Injecting {
      let container = Container()
      func register<T>(_ type: T.Type, _ object: T) { container.register(type) { _ in object } }
      func single<T>(_ type: T.Type, _ make: @escaping (Resolver) -> T) { container.register(type, factory: make) }
      func resolve<T>(_ type: T.Type) -> T { container.resolve(type)! }
      func find<T>() -> T { resolve(T.self) }
    }
    @propertyWrapper struct Needs<T> {
      var wrappedValue: T { Injector().resolve(T.self) }
    }
    class Module<Service> {
      func set(in container: Container) { container.register(Service.self) { _ in fatalError() } }
    }
    """

  private static func part(_ number: Int, of count: Int) -> String {
    let next = number % max(2, count - 1) + 1
    let body = (0..<40).map { line in
      "    let value\(line) = items.filter { $0.count > \(line) }.map { $0 + \"part \\(\(line))\" }\n"
    }.joined()
    return """
      import Swinject
      protocol Service\(number) {}
      final class Part\(number): Service\(number) {
        @Needs var next: Service\(next)
        private let items: [String]
        init(items: [String] = [], other: Service\(next)? = nil) { self.items = items }

        func work() {
      \(body)    print(value0, value39)
        }
      }
      struct Assembly\(number): Assembly {
        func assemble(container: Container) {
          container.register(Service\(number).self) { r in Part\(number)(other: r.resolve(Service\(next).self)!) }
          container.register(Part\(number).self, name: "\(number)") { _ in Part\(number)() }.inObjectScope(.container)
        }
      }
      func start\(number)(_ injector: Injector) {
        injector.single(Box<Part\(number)>.self) { _ in Box() }
        let found: Box<Part\(number)> = injector.find()
        print(found, injector.resolve(Service\(number).self), Module<Int>())
      }

      """
  }
}
