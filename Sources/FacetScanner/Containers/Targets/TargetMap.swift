/// Which target each file belongs to, and what each program is made of.
struct TargetMap: Sendable {
  private var targets: [PackageManifest.Target] = []
  /// For each program the targets that it is made of.
  private var programs: [Set<Int>] = []
  private var targetOfPath: [String: Int] = [:]

  init(_ manifests: [PackageManifest], _ paths: [String]) {
    for manifest in manifests {
      let offset = targets.count
      targets += manifest.targets
      for index in offset..<targets.count where targets[index].isProgram {
        programs.append(closure(of: index, from: offset))
      }
    }
    guard !programs.isEmpty else { return }
    for path in paths {
      // A folder may lie in that of another target.
      let found = targets.indices.filter { path.hasPrefix(targets[$0].folder) }
      targetOfPath[path] = found.max { targets[$0].folder.utf8.count < targets[$1].folder.utf8.count }
    }
  }

  /// The target with all that it depends on, among those of its package.
  private func closure(of target: Int, from offset: Int) -> Set<Int> {
    var result: Set<Int> = [target]
    var pending = [target]
    while let next = pending.popLast() {
      for index in offset..<targets.count where targets[next].dependencies.contains(targets[index].name) {
        if result.insert(index).inserted { pending.append(index) }
      }
    }
    return result
  }

  func target(of path: String) -> Int? { targetOfPath[path] }

  func name(of target: Int) -> String { targets[target].name }

  /// Whether a program has both the target and one of the others; `nil` where no program has the target.
  func canMeet(_ target: Int, _ others: Set<Int>) -> Bool? {
    let found = programs.filter { $0.contains(target) }
    return found.isEmpty ? nil : found.contains { !$0.isDisjoint(with: others) }
  }
}
