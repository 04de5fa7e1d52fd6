import Facet

/// Each demonstration has a container of its own.
enum Demonstrations {
  static func words() -> Int {
    let container = Container()
    container.register(Counter.self) { Counter(words: 1) }
    container.register(Report.self) { r in Report(counter: r.resolve(Counter.self)!) }
    return container.resolve(Report.self)!.count
  }

  static func lines() -> Int {
    let container = Container()
    container.register(Counter.self) { Counter(words: 2) }
    let child = Container(parent: container)
    child.register(Report.self) { r in Report(counter: r.resolve(Counter.self)!) }
    return child.resolve(Report.self)!.count
  }

  static func pages() -> Int {
    let container = Container()
    container.register(Counter.self) { Counter(words: 3) }
    container.register(Report.self, name: "long") { Report(counter: $0.resolve()) }
    let report: Report = container.resolve(name: "long")
    return report.count
  }
}

struct Counter {
  var words: Int
}

struct Report {
  var counter: Counter
  var count: Int { counter.words }
}
