/// The registrations of one thread with a container, which other threads see as a whole.
final class Draft {
  // Only its thread uses it.
  let registry: Registry
  private(set) var table = Table()
  /// The calls of behaviors, which run when others see the registrations.
  var afterwards: [() -> Void] = []

  init(of registry: Registry) { self.registry = registry }

  /// These registrations of the container, with those of the draft.
  func over(_ all: [Registration], of type: Any.Type? = nil) -> [Registration] {
    all.filter { table.find($0.key) == nil } + (type.map(table.all) ?? table.all)
  }

  func insert(_ new: Registration) -> Registration? {
    let old = table.insert(new)
    if let old { new.replaced = Replaced(old) }
    return old
  }
  func remove(_ key: ServiceKey) -> Registration? { table.remove(key) }
  func removeAll() -> [Registration] { exchange(&table, with: Table()).all }
}
