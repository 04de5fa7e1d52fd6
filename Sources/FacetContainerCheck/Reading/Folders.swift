import FacetSyntax

/// What the folders of files tell.
struct Folders: Sendable {
  private static let testModules: Set<String> = ["XCTest", "Testing", "Quick", "Nimble", "FacetTesting"]
  private static let checkouts: Set<Substring> = ["Pods", ".build", "SourcePackages"]

  /// The folder in which all files stand, with a slash at the end.
  private var common: Substring

  init(_ paths: [String]) {
    common = paths.first?[...] ?? ""
    for path in paths {
      while let last = common.last, last != "/" || !path.hasPrefix(common) { common.removeLast() }
    }
  }

  /// A path, and the folders around it, innermost first, each with a slash at the end.
  static func around(_ path: String) -> [String] {
    var result = [path]
    var rest = path[...]
    while let slash = rest.dropLast().lastIndex(of: "/") {
      rest = rest[...slash]
      result.append(String(rest))
    }
    return result
  }

  /// The outermost folder around each path that is around no other one, or else the path itself.
  static func apart(_ paths: [String]) -> Set<String> {
    var counts: [String: Int] = [:]
    for path in paths { for folder in around(path) { counts[folder, default: 0] += 1 } }
    return Set(paths.map { path in around(path).last { counts[$0] == 1 } ?? path })
  }

  /// The name of a folder or of a file of Swift.
  static func name(_ path: String) -> String {
    let last = String(path.split(separator: "/").last ?? "")
    return last.hasSuffix(".swift") ? String(last.dropLast(6)) : last
  }

  /// The folders of a path, without those in which all files stand.
  func own(_ path: String) -> ArraySlice<Substring> {
    path.utf8.dropFirst(common.utf8.count).split(separator: UInt8(ascii: "/")).map { Substring($0) }
      .dropLast()
  }

  /// Which files belong to tests: what they register counts for no other file, and what they resolve is not checked.
  ///
  /// That are those that import a module for tests, and what in a folder with such a name none but them uses, or what nobody uses beside
  /// them.
  func areOfTests(_ files: [FileFacts]) -> [Bool] {
    var result = files.map { $0.hasTestableImport || !$0.imports.isDisjoint(with: Self.testModules) }
    guard result.contains(true) else { return result }
    var candidates = files.indices.filter { index in
      !result[index] && files[index].mayHaveCalls
        && own(files[index].path).contains { folder in Self.testNames.contains { folder.contains(part: $0) } }
    }
    while true {
      let found = candidates.filter { candidate in
        let names = files[candidate].namesForOthers.map(WordSet.hash)
        let users = files.indices.filter { index in
          index != candidate && names.contains(where: files[index].words.mayContain)
        }
        guard users.isEmpty else { return users.allSatisfy { result[$0] } }
        let folder = own(files[candidate].path)
        return files.indices.contains { result[$0] && own(files[$0].path).starts(with: folder) }
      }
      if found.isEmpty { return result }
      for index in found { result[index] = true }
      candidates.removeAll(where: found.contains)
    }
  }

  private static let testNames = ["Test", "Spec", "Mock"]

  /// Whether a file belongs to a package that was checked out.
  func isOfDependency(_ path: String) -> Bool {
    let folders = own(path)
    return folders.contains(where: Self.checkouts.contains)
      || zip(folders, folders.dropFirst()).contains { $0 == "Carthage" && $1 == "Checkouts" }
  }
}
