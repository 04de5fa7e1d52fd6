/// What a fresh process may be asked to do: it prints the result.
enum Task {
  static let startUpByHand = "start-up by hand"
  static let startUpInContainer = "start-up in a container"
  static let startUpByHandWithKnownTypes = "start-up by hand, known types"
  static let startUpInContainerWithKnownTypes = "start-up in a container, known types"
  static let bytesByHand = "bytes by hand"
  static let bytesInContainer = "bytes in a container"
  /// The names of scenarios follow, with a semicolon between them.
  static let countAllocations = "allocations:"

  static func run(_ task: String) {
    switch task {
    case startUpByHand: print(StartUp.byHand())
    case startUpInContainer: print(StartUp.inContainer())
    case startUpByHandWithKnownTypes:
      KnownTypes().visitAll()
      print(StartUp.byHand())
    case startUpInContainerWithKnownTypes:
      KnownTypes().visitAll()
      print(StartUp.inContainer())
    case bytesByHand: print(BytesPerEntry.byHand())
    case bytesInContainer: print(BytesPerEntry.inContainer())
    default:
      let names = task.dropFirst(countAllocations.count).split(separator: ";").map(String.init)
      AllocationCount.printCounts(of: Scenario.all.filter { names.contains($0.name) })
    }
  }
}
