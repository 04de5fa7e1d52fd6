#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processor time that the calling thread takes for something.
///
/// Unlike the time that passes, it does not grow when other tests run at the same time.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let start = processorTimeOfThread()
  try body()
  return processorTimeOfThread() - start
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
private func processorTimeOfThread() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
