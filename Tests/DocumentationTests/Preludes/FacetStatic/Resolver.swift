import Foundation

final class Player {
  init(data: Data) throws {}
}
