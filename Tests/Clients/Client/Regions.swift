import FacetStatic

/// Two versions of a resolver.
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
