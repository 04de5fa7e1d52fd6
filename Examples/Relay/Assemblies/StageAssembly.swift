import Facet

/// The stages, in the order in which a line goes through them.
///
/// They are of graph scope, so each input has its own: a stage may remember something of its input.
struct StageAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Stage.self, name: .accessLog) { AccessLogStage() }
    container.register(Stage.self, name: .noise) { NoiseStage() }
    container.register(Stage.self, name: .team) { r in TeamStage(directory: try r.require()) }
  }
}

extension String {
  static let accessLog = "access log"
  static let noise = "noise"
  static let team = "team"
}
