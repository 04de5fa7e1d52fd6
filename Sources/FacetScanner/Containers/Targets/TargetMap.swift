/// Which target each file belongs to, and what each program is made of.
struct TargetMap: Sendable {
  private var targets: [PackageManifest.Target] = []
  /// For each program the targets that it is made of.
  private var programs: [Set<Int>] = []
  private var targetOfPath: [String: Int] = [:]

  /// Maps the files of one package; of several, nobody sees what a product of one is made of in another.
  init(_ manifests: [PackageManifest], _ paths: [String]) {
    guard manifests.count == 1 else { return }
    targets = manifests[0].targets
    programs = targets.indices.filter { targets[$0].isProgram }.map(closure(of:))
    guard !programs.isEmpty else { return }
    for path in paths {
      // A folder may lie in that of another target.
      let found = targets.indices.filter { path.hasPrefix(targets[$0].folder) }
      targetOfPath[path] = found.max { targets[$0].folder.utf8.count < targets[$1].folder.utf8.count }
    }
  }

  /// The target with all that it depends on.
  private func closure(of target: Int) -> Set<Int> {
    var result: Set<Int> = [target]
    var pending = [target]
    while let next = pending.popLast() {
      for index in targets.indices where targets[next].dependencies.contains(targets[index].name) {
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
