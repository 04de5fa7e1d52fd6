/// The registrations of a container at one moment, from which its copies are made.
///
/// They belong to a registry that no container has, so they hold nothing of the original. Nothing changes them, and nothing is built there. A
/// container keeps its master copy until a registration changes, and its copies share it.
final class MasterCopy: @unchecked Sendable {
  // Unchecked: nothing changes after the initializer.

  /// The registrations, with their places as their orders.
  private(set) var table = Table()
  /// The forwards, by the keys of their targets.
  private(set) var forwards: [ServiceKey: [Forward]] = [:]
  /// The forwards to records of other containers.
  ///
  /// They hold these, so a copy does not keep this master copy.
  private(set) var foreignForwards: [Forward] = []
  private let registry = Registry(nil, .graph)
  /// The orders of the originals, by their places.
  private var originals: [Int]

  /// Reads these registrations of a registry, with its lock.
  init(_ all: [Registration], _ contents: borrowing Registry.Contents) {
    let all = all.inOrder { $0.order }
    originals = all.map(\.order)
    table.reserve(all.count)
    for (place, one) in all.enumerated() where !one.isForward {
      _ = table.insert(copy(of: one.record, at: place, within: contents))
    }
    for (place, one) in all.enumerated() {
      if let forward = one.forward { add(forward, at: place, within: contents) }
    }
  }

  /// How many records and forwards there are.
  var count: Int { originals.count }

  /// The copy of a record that has a key in the container.
  func record(for original: Record) -> Record? {
    let known = [table.find(original.key)].compactMap(\.self) + (forwards[original.key] ?? [])
    return known.map(\.record).first { $0.owner === registry && originals[$0.order] == original.order }
  }
  /// The forwards to one of these records.
  func forwards(to record: Record) -> [Forward] {
    forwards.isEmpty ? [] : (forwards[record.key] ?? []).filter { $0.target === record }
  }

  private func copy(of record: Record, at place: Int, within contents: borrowing Registry.Contents) -> Record
  {
    Record(
      record.origin(in: registry, place), by: record.recipe, as: record.read(contents) { $0.configuration })
  }
  private func add(_ forward: Forward, at place: Int, within contents: borrowing Registry.Contents) {
    var target = forward.target
    let isForeign = target.owner !== forward.owner
    if let known = record(for: target) {
      target = known
    } else if !isForeign {
      // Its own key leads to another record.
      let original = target
      target = copy(of: original, at: originals.count, within: contents)
      originals.append(original.order)
    }
    let copy = forward.copy(in: registry, to: target, order: place)
    _ = table.insert(copy)
    forwards[target.key, default: []].append(copy)
    if isForeign { foreignForwards.append(copy) }
  }
}
