@testable import DocumentationVocabulary
import Facet

final class Channel {
  init(name: String) {}
}

final class Report {
  func print() {}
}

struct ReportAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Report.self) { _ in Report() }
  }
}
