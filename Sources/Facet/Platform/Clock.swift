internal import FacetPlatform

/// The nanoseconds since some moment: `ContinuousClock` needs a newer system.
enum Clock {
  static var nanoseconds: UInt64 { facet_nanoseconds() }
}
