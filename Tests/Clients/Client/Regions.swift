import FacetStatic

#if swift(>=99)
  This is Swift as it will be one day: { ( [
#endif

/// A region for a later compiler, and two versions of a resolver.
#if DEBUG || RELEASE
  struct Door: Resolver {
    enum Key { typealias Bell = String }
    typealias Output = Key.Bell
    func bell() -> Key.Bell { "ding" }
  }
#else
  struct Door: Resolver {
    enum Key { typealias Bell = String }
    typealias Output = Key.Bell
    func bell() async -> Key.Bell { "dong" }
  }
#endif
