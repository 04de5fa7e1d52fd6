import Foundation

final class Uploader {
  func upload() {}
}

let queue = DispatchQueue.global()
