import Facet

public protocol Grain {}
public final class Scale {
  public init(grain: any Grain) {}
}

public struct Wheat: Grain {
  public init() {}
}

public func setKit(_ container: Container) {
  container.register(Scale.self) { r in Scale(grain: r.resolve((any Grain).self)!) }
}
