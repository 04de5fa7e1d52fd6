import FacetSyntax
import Testing

/// The declarations of files that are easily misread.
@Suite(.timeLimit(.minutes(20))) struct DeclarationTests {
  @Test func `Closing angle brackets that touch other operators end generic arguments`() {
    #expect(
      outline(
        """
        let a: Array<Int>?
        let b: Dictionary<String, Array<Int>>!
        func c(d: Array<Int>...) -> Set<Array<Int>>? {}
        let e: (A<B>)->C<D>?
        """) == """
          variable a -> Array<Int>?
          variable b -> Dictionary<String, Array<Int>>!
          func c(d: Array<Int>...) -> Set<Array<Int>>?
          variable e -> (A<B>) -> C<D>?
          """)
  }

  @Test func `An operator function is told from its generic parameters`() {
    #expect(
      outline(
        """
        struct S {
          static func << (a: S, b: S) -> S { a }
          static func <<T>(a: S, b: T) -> S { a }
          static func ==<T>(a: S, b: T) -> Bool { true }
          static func >>>= (a: S, b: S) {}
          static func ≤ (a: S, b: S) {}
        }
        """) == """
          struct S
            static func <<(_ a: S, _ b: S) -> S
            static func <<>(_ a: S, _ b: T) -> S
            static func ==<>(_ a: S, _ b: T) -> Bool
            static func >>>=(_ a: S, _ b: S)
            static func ≤(_ a: S, _ b: S)
          """)
  }

  @Test func `Generic parameters have their names without what they must conform to`() {
    let text = "struct A<B, C: P<D, (E, F)> & Q, each G: R, let h: Int, `I J`, let> where B: P<K, L> {}"
    let tokens = TokenBuffer(SourceFile(path: "Test.swift", text: text))
    #expect(
      DeclarationParser.declarations(of: tokens).first?.genericParameters == [
        "B", "C", "G", "h", "I J", "let",
      ])
  }

  @Test func `A comma inside the generic arguments of a default value does not end the parameter`() {
    #expect(
      outline(
        "func f(a: P = Pair<A, B>(), b: Bool = x < y, c: Int = g(1, 2), d: [Int: Int] = [1: 2, 3: 4]) {}")
        == "func f(a: P = …, b: Bool = …, c: Int = …, d: [Int: Int] = …)")
  }

  @Test func `Strings with quotes, brackets and interpolations hide what they hold`() {
    #expect(
      outline(
        ##"""
        let a = #"""#
        let b = "}\( f("{", [1, 2].map { "\($0)" }) )"
        let c = #"\#(g("""
          }
          """))"#
        let d = "\\"
        func e() {}
        """##) == """
          variable a
          variable b
          variable c
          variable d
          func e
          """)
  }

  @Test func `A slash begins a regular expression only where an operand is expected`() {
    #expect(
      outline(
        """
        let a = 6 / 2, b = (1) / 2
        let c = /[{(]"\\//
        let d = f(/x{1,2}/, y)
        let e = x / y // } "
        let f = #/ "{ /#
        func g() { return /}/ }
        let h = [/ 2, 3 /)]
        func i() {}
        """) == """
          variable a
          variable b
          variable c
          variable d
          variable e
          variable f
          func g
          variable h
          func i
          fault at 147: this bracket closes nothing
          """)
  }

  @Test func `A closing parenthesis in a class of a regular expression closes nothing`() {
    #expect(outline("let a = /[)]/\nfunc b() {}") == "variable a\nfunc b")
  }

  @Test func `A parenthesis does not reach over a brace`() {
    #expect(
      outline("let a = (1 + { ) } )\nfunc b() {}")
        == "variable a\nfunc b\nfault at 15: this bracket closes nothing")
  }

  @Test func `An operator may begin with a dot`() {
    #expect(
      outline("struct S {\n  static func .&= (a: inout S, b: S) {}\n}")
        == "struct S\n  static func .&=(_ a: inout S, _ b: S)")
  }

  @Test func `An index into a tuple of tuples is no number with a fraction`() {
    #expect(
      outline("let a = pair.0.1, b = 1.5e-3, c = 0x1.8p+4, d = 1...3\nfunc e() {}") == """
        variable a
        variable b
        variable c
        variable d
        func e
        """)
  }

  @Test func `Modules can be selected with two colons`() {
    #expect(
      outline("struct S: FacetStatic::Resolver { let a: Swift::Array<Int>, b: [Swift::Int: Int] }") == """
        struct S : FacetStatic::Resolver
          variable a -> Swift::Array<Int>
          variable b -> [Swift::Int: Int]
        """)
  }

  @Test func `Attributes of types keep their arguments and leave those of the type`() {
    #expect(
      outline(
        "func f(a: @escaping (A) -> B, b: @convention(c) (A) -> B, c: @autoclosure() -> B = 1, d: @Sendable @MainActor () async throws -> Void) {}"
      )
        == "func f(a: @escaping (A) -> B, b: @convention(c) (A) -> B, c: @autoclosure() -> B = …, d: @Sendable @MainActor () async throws -> Void)"
    )
  }

  @Test func `Words that are modifiers only in their place begin the next declaration`() {
    #expect(
      outline(
        """
        class C {
          var x: T!
          lazy var y = 1
          weak var z: C?
          unowned(unsafe) let w: C
          private(set) var open = open
          final class func f() {}
          class var v: Int { 1 }
          class Inner {}
        }
        """) == """
          class C
            variable x -> T!
            lazy variable y
            weak variable z -> C?
            unowned(unsafe) variable w -> C
            private(set) variable open
            final class func f
            class variable v -> Int { get }
            class Inner
          """)
  }

  @Test func `A condition may stand between attributes and their declaration`() {
    #expect(
      outline(
        """
        struct S {
          @A
          #if X
            @B(1)
          #elseif Y
            @C
          #endif
          func f() {}
          #if X && !os(Linux)
            func g() {}
          #else
            func h() {}
            #if Z
              let i = 1
            #endif
          #endif
          let j = 2
        }
        """) == """
          struct S
            @A @B(1) @C func f
            func g #[X && !os(Linux)]
            func h #![X && !os(Linux)]
            variable i #![X && !os(Linux)] #[Z]
            variable j
          """)
  }

  @Test func `Comments nest, and may stand anywhere`() {
    #expect(
      outline("/* a /* { */ \" */ func /*x*/ f /* ( */ (a: /* , */ Int) // }\n  async throws {}")
        == "func f(a: Int) async throws")
  }

  @Test func `Words that specify a type are labels in front of the colon`() {
    #expect(
      outline(
        "func f(isolated a: A, _const b: Int, c d: isolated A, _ e: consuming E, borrowing f: F) -> <T> T {}")
        == "func f(isolated a: A, _const b: Int, c d: isolated A, _ e: consuming E, borrowing f: F) -> <T> T")
  }

  @Test func `Effects and typed errors are read with line breaks between them`() {
    #expect(
      outline(
        "struct S {\n  init?<T>(_ a: T)\n    async\n    throws(E.F)\n  where T: P, T == Int {}\n  func r(f: () throws -> Void) rethrows -> Int\n}"
      )
        == "struct S\n  init init<>(_ a: T) async throws(E.F) where\n  func r(f: () throws -> Void) rethrows -> Int"
    )
  }

  @Test func `Stored and computed variables, observers and lists are told apart`() {
    #expect(
      outline(
        """
        struct S {
          var a: Int { 1 }
          var b: Int { get { 1 } set {} }
          var c = 1 { didSet {} }
          var d: Int = f { 1 } { willSet {} }
          let e = g { 2 }, f: [Int] = []
          let (g, h) = (1, 2)
          var i: Int
            = 3
            + 4
          var j = if x { 1 } else { 2 }
        }
        """) == """
          struct S
            variable a -> Int { get }
            variable b -> Int { get }
            variable c
            variable d -> Int
            variable e
            variable f -> [Int]
            variable\u{20}
            variable i -> Int
            variable j
          """)
  }

  @Test func `Enums, extensions, aliases and imports are read`() {
    #expect(
      outline(
        """
        @testable import struct A.B
        internal import C
        indirect enum E<T>: Int, P & Q { case a(Int, b: String = ""), c = 3; case `default` }
        extension A.B<Int>: @retroactive P where T: Q { typealias X<Y> = [Y: (Int) -> Void] where Y: P }
        protocol P: AnyObject { associatedtype T: Q = Int where T: P; func f(); var x: Int { get } }
        """) == """
          @testable import A.B
          internal import C
          indirect enum E<> : Int, P & Q
            case a(_: Int, b: String = …)
            case c
            case default
          extension A.B<Int> : @retroactive P where
            typealias X<> -> [Y: (Int) -> Void] where
          protocol P : AnyObject
            associatedtype T -> Int : Q where
            func f
            variable x -> Int { get }
          """)
  }

  @Test func `Statements of a script are passed over`() {
    #expect(
      outline(
        """
        let a = 1
        print(a), b
        if let c = a, case .d(let e) = c { func local() {} }
        for f in 0..<3 where f > 1 { }
        #warning("func g() {}")
        func h() {}
        """) == """
          variable a
          func h
          """)
  }
}
