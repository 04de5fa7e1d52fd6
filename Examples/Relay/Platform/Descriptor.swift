import Foundation

/// The calls of the system that read and write, with errors in place of `errno`.
enum Descriptor {
  struct Problem: Error {
    let code: Int32

    var reason: String { String(cString: strerror(code)) }
  }

  static func open(_ path: String, _ flags: Int32) throws(Problem) -> Int32 {
    let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Problem(code: errno) }
    return descriptor
  }

  /// Reads what is there, at most `limit` bytes, and puts it behind other bytes.
  ///
  /// - Returns: all bytes, and how many were read: none at the end of the file.
  static func read(
    _ descriptor: Int32, behind bytes: [UInt8], limit: Int
  ) throws(Problem) -> (bytes: [UInt8], count: Int) {
    var result = 0
    var problem: Problem?
    let all = [UInt8](unsafeUninitializedCapacity: bytes.count + limit) { buffer, count in
      _ = buffer.update(fromContentsOf: bytes)
      repeat {
        result = Foundation.read(descriptor, buffer.baseAddress! + bytes.count, limit)
      } while result < 0 && errno == EINTR
      if result < 0 { problem = Problem(code: errno) }
      count = bytes.count + max(0, result)
    }
    if let problem { throw problem }
    return (all, result)
  }

  /// Writes all bytes, and waits while there is no room for them.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Problem) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waited, 1, -1)
      } else if errno != EINTR {
        throw Problem(code: errno)
      }
    }
  }

  /// Waits until one of two descriptors can be read.
  static func waitForBytes(in first: Int32, or second: Int32) {
    var waited = [first, second].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // An error shows itself to the one that reads.
    while poll(&waited, 2, -1) < 0, errno == EINTR {}
  }
}
