import Facet
import FacetInspection
import Foundation
import Testing

@testable import clinic

@Suite("The clinic's wiring is checked", .timeLimit(.minutes(20)))
struct ClinicVerificationTests {
  @Test("Nothing is wrong, whoever comes", arguments: Species.allCases)
  func sound(species: Species) throws {
    let report = ClinicWiring(species: species).verify()
    try report.check()
    #expect(report.unchecked.isEmpty)
    // No other animal comes to this visit.
    let unreached = report.unreached.filter { $0.key.name == nil || $0.key.name == species.rawValue }
    #expect(
      unreached.map(\.key.description) == ["'SheetReader'", "'DayReport'", "'Consultation'"])
  }

  /// The records of the clinic, and a visit that needs each.
  static let records: [(order: Int, species: Species)] = {
    let entries = ClinicWiring().room.entries(includingParents: true).filter { !$0.isForward }
    return entries.enumerated().map { number, entry in
      (number, Species.allCases.first { $0.rawValue == entry.key.name } ?? .dog)
    }
  }()

  @Test("Without a registration, exactly that one is missing, for those that need it", arguments: records)
  func removed(order: Int, species: Species) throws {
    let sound = ClinicWiring(species: species).verify()
    let removed = sound.entries.filter { !$0.isForward }[order]
    let spoilt = ClinicWiring(species: species) { copier in
      copier.isIncluded = { $0.location != removed.location }
    }
    let keys = sound.entries.filter { $0.key == removed.key || $0.target == removed.key }.map(\.key)
    let graph = sound.graph
    let users = { (key: ServiceKey) -> Set<String> in
      let edges = graph.edges.filter { graph.nodes[$0.target].entry.key == key && $0.kind != .forward }
      return Set(edges.map { graph.nodes[$0.source].entry.key.description })
    }
    let isNeeded = keys.contains { !users($0).isEmpty }
    // The verification says as well that what it was given fits nothing.
    let problems = spoilt.verify().problems.filter { !$0.entries.isEmpty }
    #expect(problems.isEmpty != isNeeded)
    for problem in problems {
      #expect(problem.kind == .missing)
      #expect(keys.contains(problem.key))
      #expect(!problem.entries.isEmpty)
      #expect(users(problem.key).isSuperset(of: problem.entries.map(\.key.description)))
    }
  }

  @Test("A name that is spoilt is named, with its near miss")
  func spoiltName() throws {
    let report = ClinicWiring { copier in
      copier.key = { registration in
        let key = registration.key
        guard key.description == #"'Animal' named "dog" with arguments (AnimalRecord)"# else { return key }
        return ServiceKey(key.serviceType, signature: key.signature, name: "hound")
      }
    }.verify()
    #expect(report.problems.map(\.kind) == [.missing, .missing])
    #expect(
      report.problems[0].description.hasPrefix(
        #"No registration matches 'Animal' named "dog" with arguments (AnimalRecord)."#))
    #expect(report.problems[0].description.contains(#"'Animal' named "hound" with arguments (AnimalRecord)"#))
    #expect(Set(report.problems[0].entries.map(\.key.description)) == ["'FeedingGuide'", "'Consultation'"])
  }

  @Test("An argument type that is spoilt is named, with its near miss")
  func spoiltArgument() throws {
    let report = ClinicWiring { copier in
      copier.key = { registration in
        let key = registration.key
        guard key.name == "dog" && !registration.isForward else { return key }
        return ServiceKey(key.serviceType, signature: argumentSignature(Int.self), name: "dog")
      }
    }.verify()
    #expect(report.problems.map(\.kind) == [.missing, .missing])
    #expect(report.problems[0].description.contains(#"'Animal' named "dog" with arguments (Int)"#))
  }

  @Test("A consultation that is kept does not find its visit")
  func spoiltConsultationScope() throws {
    let problems = problems(with: .container, for: "'Consultation'")
    #expect(problems.map(\.key.description).first == "'Visit'")
    #expect(problems.first?.entries.map(\.key.description) == ["'Consultation'"])
  }

  private func problems(with scope: ObjectScope, for key: String) -> [VerificationProblem] {
    ClinicWiring { copier in
      copier.scope = { $0.key.description == key ? scope : $0.settings.scope }
    }.verify().problems
  }

  @Test("The clinic is drawn as it is")
  func picture() throws {
    #expect(try ClinicWiring().verify().graph.mermaid == golden("clinic.mermaid.txt"))
  }
}
