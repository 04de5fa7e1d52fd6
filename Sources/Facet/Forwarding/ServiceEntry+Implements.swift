extension ServiceEntry {
  /// Forwards more types to the service.
  ///
  /// They share its factory, arguments, scope, instance and completions.
  ///
  /// ```swift
  /// container.register(Animal.self) { _, name in Dog(name: name) }
  ///   .implements(Carnivore.self, Domesticated.self)
  /// ```
  ///
  /// - Parameters:
  ///   - first: a type.
  ///   - others: any number of others.
  ///   - name: the name of the new keys; none by default, whatever the name of the service is.
  ///   - fileID: the file of the forwards.
  ///   - line: the line of the forwards.
  /// - Returns: the entry, for chaining.
  /// - Precondition: the factory returns a value of each of the types. If not, the first resolve of that type stops
  ///   the program with `Cannot forward Cat to Dog` and both locations, in release builds too.
  @discardableResult
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func implements<First, each Other>(
    _ first: First.Type, _ others: repeat (each Other).Type, name: String? = nil, fileID: String = #fileID,
    line: Int = #line
  ) -> Self {
    let location = CodeLocation(fileID: fileID, line: line)
    // On its own, because the client's compiler knows its conversion; those of a pack are made at run time.
    forward(
      first, name: name, at: location, conversion(from: Service.self, to: First.self))
    repeat forward(
      each others, name: name, at: location,
      conversion(from: Service.self, to: (each Other).self))
    return self
  }

  /// Forwards one more type to the service.
  ///
  /// The compiler checks it, so there is no cast at run time.
  ///
  /// ```swift
  /// container.register(Dog.self) { _ in Dog() }.implements(Carnivore.self) { $0 }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - name: the name of the new key.
  ///   - fileID: the file of the forward.
  ///   - line: the line of the forward.
  ///   - conversion: returns the service as the type: the service itself, or a part of it that lives as long.
  /// - Returns: the entry, for chaining.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  public func implements<Type>(
    _ type: Type.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    as conversion: @escaping @Sendable (Service) -> Type
  ) -> Self {
    forward(
      type, name: name, at: CodeLocation(fileID: fileID, line: line),
      Conversion(isUserCode: true) { source, slot in
        deliver(conversion(source.service(as: Service.self)), to: slot)
      })
    return self
  }

  /// Forwards one more type to the service, checked by the compiler; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - name: the name of the new key.
  ///   - fileID: the file of the forward.
  ///   - line: the line of the forward.
  ///   - conversion: returns the service as the type: the service itself, or a part of it that lives as long.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  public func implements<Type>(
    _ type: Type.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    as conversion: @escaping (Service) -> Type
  ) -> Self {
    let unchecked = SwiftFiveClosure(call: conversion)
    forward(
      type, name: name, at: CodeLocation(fileID: fileID, line: line),
      Conversion(isUserCode: true) { source, slot in
        deliver(unchecked.call(source.service(as: Service.self)), to: slot)
      })
    return self
  }

  @usableFromInline
  func forward<Type>(
    _ type: Type.Type, name: String?, at location: CodeLocation, _ conversion: Conversion
  ) {
    let registry = record.owner
    registry.addForward(of: Type.self, name: name, to: self, at: location, conversion)
    guard registry.flags.has(.behaviors), let container = registry.particular({ $0.container }).object
    else {
      return
    }
    known(container, as: Container.self).callBehaviors(for: Type.self, toService: self, withName: name)
  }
}
