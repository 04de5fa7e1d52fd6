/// The place where a resolve puts its service: memory for a `Service?`, which is `nil` until the service is there.
///
/// The front of a resolve makes it as a variable, and the factory fills it: both know the type. The functions between pass it on, so no
/// box and no cast is needed. A function that must know the type receives the metatype and opens it.
///
/// Invariant: it is memory for a `Service?` of the type that each function receives, alive until the call that received the slot returns.
/// A service is put in only while it is `nil`.
@safe
@usableFromInline
package struct Slot: @unchecked Sendable {
  // Unchecked: it goes to another thread only with a whole build, which then uses it alone.
  @usableFromInline
  let address: UnsafeMutableRawPointer

  @_alwaysEmitIntoClient
  @inline(__always)
  init<Service>(_ memory: UnsafeMutablePointer<Service?>) {
    unsafe self.init(address: UnsafeMutableRawPointer(memory))
  }

  @usableFromInline
  @inline(__always)
  init(address: UnsafeMutableRawPointer) {
    unsafe self.address = address
  }

  // MARK: - With a known type

  /// Puts a service in.
  @_alwaysEmitIntoClient
  @inline(__always)
  package func put<Service>(_ service: consuming Service) {
    // The old content is `nil`, and owns nothing.
    unsafe address.assumingMemoryBound(to: Service?.self).initialize(to: service)
  }

  /// The service that was put in.
  @_alwaysEmitIntoClient
  @inline(__always)
  package func service<Service>(as type: Service.Type) -> Service {
    unsafe address.assumingMemoryBound(to: Service?.self).pointee.unsafelyUnwrapped
  }

  /// Takes the service out.
  @_alwaysEmitIntoClient
  @inline(__always)
  package func take<Service>(as type: Service.Type) -> Service? {
    let memory = unsafe address.assumingMemoryBound(to: Service?.self)
    let service = unsafe memory.move()
    unsafe memory.initialize(to: nil)
    return service
  }

  /// Runs `body` with a slot of its own.
  @_transparent
  static func with<Service, Result, Failure: Error>(
    _ type: Service.Type, _ body: (Slot) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var service: Service? = nil
    return unsafe try with(&service, body)
  }

  @_transparent
  private static func with<Service, Result, Failure: Error>(
    _ service: UnsafeMutablePointer<Service?>, _ body: (Slot) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(Slot(service))
  }

  /// Its address, mostly on the stack of the caller.
  @inline(__always)
  var position: UInt { UInt(bitPattern: unsafe address) }

  // MARK: - With a metatype

  /// Runs `body` with a slot of its own.
  package static func withOpened<Result, Failure: Error>(
    _ type: Any.Type, _ body: (Slot) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    func open<Service>(_ type: Service.Type) throws(Failure) -> Result { try with(type, body) }
    return try open(type)
  }

  /// Runs `body` with a slot for the service of a record.
  @inline(__always)
  static func withOpened<Result>(_ type: Any.Type, _ slotType: SlotType, _ body: (Slot) -> Result) -> Result {
    func open<Object: AnyObject>(_ type: Object.Type) -> Result { with(type, body) }
    return switch slotType {
    case .object(let type): open(type)
    case .other: withOpened(type, body)
    }
  }

  /// Takes the service out, and drops it.
  package func clear(_ type: Any.Type) {
    func open<Service>(_ type: Service.Type) { _ = take(as: type) }
    open(type)
  }

  /// The service in a box.
  package func boxed(_ type: Any.Type) -> Any {
    func open<Service>(_ type: Service.Type) -> Any { service(as: type) }
    return open(type)
  }

  /// Puts in a service from a box; false if it does not have the type.
  package func put(_ value: Any, as type: Any.Type) -> Bool {
    func open<Service>(_: Service.Type) -> Bool {
      guard let service = value as? Service else { return false }
      put(service)
      return true
    }
    func openClass<Object: AnyObject>(_: Object.Type) -> Bool {
      guard let object = value as? Object else { return false }
      unsafe address.assumingMemoryBound(to: Object?.self).pointee = object
      return true
    }
    if let type = type as? AnyClass { return openClass(type) }
    return open(type)
  }

  /// Puts in an object of a class.
  @inline(__always)
  func put(_ object: consuming AnyObject, of type: AnyClass) {
    func open<Object: AnyObject>(_: Object.Type, _ object: consuming AnyObject) {
      let object = unsafe unsafeDowncast(consume object, to: Object.self)
      unsafe address.assumingMemoryBound(to: Object?.self).pointee = consume object
    }
    open(type, object)
  }

  /// The type of the service, or of its value if `type` is a protocol.
  package func dynamicType(_ type: Any.Type) -> Any.Type {
    // Without `Any`, the result for a protocol would be the protocol.
    func open<Service>(_ type: Service.Type) -> Any.Type { Swift.type(of: service(as: type) as Any) }
    return open(type)
  }

  /// The object of the service; `nil` for a value.
  package func object(_ type: Any.Type) -> AnyObject? { reference(in: boxed(type)) }
}
