import Facet
import Foundation

// player [FILE]: reports on a WAV file; on the one that comes with the example, if none is given.
let shipped = Bundle.module.url(forResource: "Refrain", withExtension: "wav")
let file = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) } ?? shipped

guard let file else {
  FileHandle.standardError.write(Data("The song that comes with the example is missing.\n".utf8))
  exit(1)
}
do {
  let player = try makeContainer(songFile: file).require(Player.self)
  print(await player.report())
} catch {
  // The container says which service failed; here the reason is enough.
  FileHandle.standardError.write(Data("\(error.underlyingError ?? error)\n".utf8))
  exit(1)
}
