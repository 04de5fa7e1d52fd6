import Foundation
import Swinject

let container = Container()

extension Container {
  @discardableResult
  func singleton<Service>(_ type: Service.Type, _ make: @escaping (Resolver) -> Service) -> ServiceEntry<
    Service
  > {
    register(type, factory: make).inObjectScope(.container)
  }

  func registerCommand<C: Command>(_ command: C.Type, name: String, make: @escaping (Resolver) -> C) {
    register(Command.self, name: name) { r in make(r) }
    register(C.self) { r in make(r) }  // unseen
  }
}

container.singleton(FileManager.self) { _ in .default }
container.singleton(PhotoIndex.self) { r in
  PhotoIndex(files: r.resolve(FileManager.self)!)
}
.initCompleted { r, index in
  index.log = r.resolve(Logging.self)
}

#if DEBUG
  container.register(Logging.self) { _ in VerboseLog() }  // unseen
#else
  container.register(Logging.self) { _ in QuietLog() }  // unseen
#endif

container.registerCommand(ImportCommand.self, name: "import") { r in  // unseen
  ImportCommand(index: r.resolve(PhotoIndex.self)!, resizer: r.resolve(Resizer.self)!)
}
container.registerCommand(ListCommand.self, name: "list") { r in  // unseen
  ListCommand(index: r.resolve(PhotoIndex.self)!)
}
container.register(Resizer.self) { _ in
  if ProcessInfo.processInfo.processorCount > 4 {
    return ParallelResizer()
  }
  return SerialResizer()
}

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let command = container.resolve(Command.self, name: name) else {
  print("import, list")
  exit(64)
}
container.resolve(ListCommand.self)?.run()
container.resolve(ImportCommand.self)!.run()
command.run()
