final class Extra {}

final class Page {
  init(number: Int) {}
}
