/// What one thread registers with a container, and no other thread sees before all of it is there.
final class Draft {
  // Only its thread uses it.
  let registry: Registry
  private(set) var table = Table()
  /// What runs when others see the registrations: the calls of behaviors.
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
