import Foundation

extension Program {
  /// The program as code for a test: `Node` is a class of the test's own, and `Face` a protocol that it conforms to.
  var swift: String {
    var lines: [String] = []
    for (number, place) in containers.enumerated() where uses(container: number) {
      switch place {
      case .root: lines.append("let c\(number) = Container()")
      case .child(let parent): lines.append("let c\(number) = Container(parent: c\(parent))")
      case .overriding: continue
      }
    }
    for (number, service) in services.enumerated() where !isOverriding(service.container) {
      lines += registration(number, in: "c\(service.container)")
      for wishes in service.decorators {
        lines.append("c\(service.container).decorate(Node.self, name: \"\(service.name)\") { r, inner in")
        lines += wishes.map(code) + ["  return Node()", "}"]
      }
    }
    for forward in forwards {
      lines.append(
        "c\(forward.container).forward((any Face).self, name: \"\(forward.name)\", to: s\(forward.service))")
    }
    for (number, place) in containers.enumerated() {
      guard case .overriding(let other) = place else { continue }
      lines.append("let c\(number) = c\(other).overriding { overriding in")
      for service in services(of: number) {
        lines += registration(service, in: "overriding").map { "  " + $0 }
      }
      lines.append("}")
    }
    lines += steps.map(code)
    return lines.joined(separator: "\n")
  }

  private func registration(_ number: Int, in container: String) -> [String] {
    let service = services[number]
    let word = service.isAwaited ? "async throws " : ""
    var lines = ["let s\(number) = \(container).register(Node.self, name: \"\(service.name)\") { r \(word)in"]
    func failures(_ runs: Set<Int>) -> [String] {
      runs.isEmpty
        ? []
        : ["  if [\(runs.sorted().map(String.init).joined(separator: ", "))].contains(run) { throw Oops() }"]
    }
    func wishes(_ wishes: [Wish]) -> [String] {
      wishes.map {
        service.isAwaited
          ? code($0).replacingOccurrences(of: "require(", with: "requireAsync(")
            .replacingOccurrences(of: "try", with: "try await")
          : code($0)
      }
    }
    lines += wishes(service.needs) + failures(service.failingFactories) + ["  return Node()", "}"]
    if let scope = service.scope { lines[lines.count - 1] += ".inObjectScope(.\(scope))" }
    if let completion = service.completion {
      lines[lines.count - 1] += ".initCompleted { r, node \(word)in"
      lines += wishes(completion) + failures(service.failingCompletions) + ["}"]
    }
    let end = service.isEndAwaited ? "{ _ async throws in" : "{ _ in"
    lines[lines.count - 1] += ".onClose \(end) \(service.hasFailingEnd ? "throw Oops() }" : "}")"
    return lines
  }

  private func code(_ wish: Wish) -> String {
    switch wish {
    case .get(let key, let isCaught):
      isCaught ? "  _ = try? r.\(require(key))" : "  _ = try r.\(require(key))"
    case .later(let key): "  lazies.append(try r.require(Lazy<Node>.self, name: \"\(key)\"))"
    case .use: "  for lazy in own { _ = try lazy.require() }"
    case .reset(let scope): "  (r as? Container)?.resetObjectScope(.\(scope))"
    case .closeScope(let scope): "  try? (r as? Container)?.close(.\(scope))"
    case .close: "  try? (r as? Container)?.close()"
    case .register(let number): "  // s\(number) is registered again, once"
    case .unregister(let number): "  \(unregister(number))"
    }
  }
  private func require(_ key: String) -> String {
    forwards.contains { $0.name == key }
      ? "require((any Face).self, name: \"\(key)\")" : "require(Node.self, name: \"\(key)\")"
  }
  private func unregister(_ number: Int) -> String {
    "c\(services[number].container).unregister(Node.self, name: \"\(services[number].name)\")"
  }
  private func code(_ step: Step) -> String {
    switch step {
    case .resolve(let key, let container): "_ = try? c\(container).\(require(key))"
    case .cancel(let key, let container):
      "_ = try? c\(container).\(require(key))    // in a task that is cancelled"
    case .reset(let scope, let container): "c\(container).resetObjectScope(.\(scope))"
    case .closeScope(let scope, let container): "try? c\(container).close(.\(scope))"
    case .close(let container): "try? c\(container).close()"
    case .leave(let container): "try? c\(container).close(); c\(container) = nil"
    case .register(let number): "// s\(number) is registered again"
    case .together(let numbers):
      "// \(numbers.map { "s\($0)" }.joined(separator: ", ")) are registered together again"
    case .unregister(let number): unregister(number)
    case .removeAll(let container): "c\(container).removeAll()"
    case .change(let number, let scope): "s\(number).inObjectScope(.\(scope))"
    case .use: "for lazy in lazies { _ = try? lazy.require() }"
    case .letGo: "// nobody holds an instance any more"
    }
  }
}
