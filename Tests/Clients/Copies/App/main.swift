import Clocks
import Facet
import Glibc
import Left
import Right

struct WallClock: Clock {
  let time = "noon"
}

struct FakeClock: Clock {
  let time = "midnight"
}

/// Prints to where the container prints, so that the lines stay in order.
func show(_ text: String) { write(2, text + "\n", text.utf8.count + 1) }

Container.main.register((any Clock).self, fileID: "App/Services.swift", line: 3) { _ in WallClock() }

let containers = Set([Container.main, Left.main, Right.main].map { ObjectIdentifier($0) })
show("main containers: \(containers.count)")
show("the framework: \(Left.time())")

let fakes = Container.main.overriding { $0.register((any Clock).self) { _ in FakeClock() } }
Container.withMain(fakes) {
  show("with a fake, the application: \(Container.main.resolve((any Clock).self)!.time)")
  show("with a fake, the framework: \(Right.time())")
}
show("with the container of the application, the framework: \(Left.time(in: Container.main))")
