/// Drops what nobody reads: empty lines, and the questions of the load balancer whether the server is well.
struct NoiseStage: Stage {
  func process(_ batch: inout Batch) {
    for index in batch.lines.indices {
      switch batch.lines[index].state {
      case .unread where batch.lines[index].text.isEmpty: batch.lines[index].state = .dropped
      case .event(let event) where event.path == "/health": batch.lines[index].state = .dropped
      default: break
      }
    }
  }
}
