import Clocks
public import Facet

// A framework of the application. This source is two frameworks, Left and Right.

/// The main container, as this framework sees it.
public var main: Container { .main }

/// The time by the clock of the main container.
public func time() -> String { Container.main.resolve((any Clock).self)?.time ?? "no clock" }

/// The time by the clock of a container of the application's.
public func time(in container: Container) -> String {
  container.resolve((any Clock).self)?.time ?? "no clock"
}
