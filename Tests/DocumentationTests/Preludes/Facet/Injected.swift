final class Queue {
  init(limit: Int) {}
}
