/// Reports the lines of one input that no stage can read.
///
/// A broken file of a million lines is not reported a million times: after the first ten, the number is enough. It is said when
/// the container of the input is closed.
actor Rejections {
  private let console: any Console
  private let origin: String
  private var count = 0
  private let limit = 10

  init(of origin: String, console: any Console) {
    self.origin = origin
    self.console = console
  }

  func add(_ line: Line) {
    count += 1
    guard count <= limit else { return }
    let end = line.text.count > 60 ? " …" : ""
    console.say("\(origin):\(line.number): no stage can read \(line.text.prefix(60).debugDescription)\(end)")
  }

  func finish() {
    if count > limit { console.say("\(origin): and \(count - limit) more lines that no stage can read") }
  }
}
