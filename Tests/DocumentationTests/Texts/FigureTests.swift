import Foundation
import Testing

/// The README takes its figures from the tables of the article on performance.
@Suite(.timeLimit(.minutes(20))) struct FigureTests {
  @Test func `the speed in the README is that of the table`() throws {
    let sentence = try #require(
      Page.text(of: "README.md").firstMatch(
        of: /Speed, as a multiple of the same work by hand: ((?:.|\n)+?\d)\.\s/))
    let figures = sentence.1.matches(of: /([a-z][a-z ]+) (\d+\.\d)/).map { (String($0.1), String($0.2)) }
    #expect(figures.count == 3)
    let rows = try Page.text(of: "Sources/Facet/Facet.docc/Articles/Performance.md")
      .matches(of: /\| ([^|]+) \| (\d+\.\d) \|/).map { (String($0.1), Double($0.2)!) }
    for (workload, figure) in figures {
      let row = rows.first { $0.0 == workload || $0.0.hasPrefix("\(workload),") }
      let multiple = try #require(row, "the table has no row '\(workload)'").1
      #expect(figure == "\((multiple * 10).rounded() / 10)", "\(workload)")
    }
  }

  @Test func `size and build in the README are those of the table`() throws {
    let comparison = try cells(of: "README.md")
    let names = try #require(comparison.first { $0.contains("Swinject") })
    let rows = try cells(of: "Sources/Facet/Facet.docc/Articles/Performance.md").filter { $0.count == 3 }
    for (title, column) in [("KB added", 1), ("Build seconds added", 2)] {
      let figures = try #require(comparison.first { $0[0] == title }, "no row '\(title)'")
      for (name, figure) in zip(names, figures).dropFirst() where figure != "–" {
        let row = try #require(rows.first { $0[0] == name }, "the table has no row '\(name)'")
        #expect(figure == row[column], "\(title), \(name)")
      }
    }
  }

  /// The cells of all rows of the tables in a file.
  private func cells(of path: String) throws -> [[String]] {
    try Page.text(of: path).split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}
