import Facet
import Foundation
import NewsroomKit

extension Container: AutoRegistering {
  /// Called at the first use of the main container.
  ///
  /// A package of its own would write `@retroactive AutoRegistering`.
  public static func registerAllServices() {
    Newsroom.registerServices()
  }
}

let usage = """
  usage: newsroom [FOLDER]

  Reads the RSS, Atom and JSON feeds in a folder, or the samples, and shows their articles, the newest first.
  Ends with 1 if a file was skipped, and with 2 if there is no folder to read.

  """
let arguments = CommandLine.arguments.dropFirst()
if arguments == ["--help"] {
  FileHandle.standardOutput.write(Data(usage.utf8))
  exit(0)
}
guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
  FileHandle.standardError.write(Data(usage.utf8))
  exit(2)
}
let newsroom: Newsroom = Container.resolve(argument: arguments.first)
exit(newsroom.run())
