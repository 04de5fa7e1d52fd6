import Foundation

protocol Command {
  func run()
}

protocol Logging {}
struct VerboseLog: Logging {}
struct QuietLog: Logging {}
protocol Resizer {}
struct ParallelResizer: Resizer {}
struct SerialResizer: Resizer {}

final class PhotoIndex {
  var log: Logging?
  init(files: FileManager) {}
}

struct ImportCommand: Command {
  let index: PhotoIndex
  let resizer: Resizer
  func run() {}
}

struct ListCommand: Command {
  let index: PhotoIndex
  func run() {}
}
