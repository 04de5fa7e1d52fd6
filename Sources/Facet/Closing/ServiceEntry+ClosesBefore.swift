extension ServiceEntry {
  /// Sets that the instance ends before another service that it does not receive: a server before the log of its handlers.
  ///
  /// ```swift
  /// container.register(Server.self) { _ in Server() }
  ///   .inObjectScope(.container)
  ///   .onClose { server in server.stop() }
  ///   .closes(before: Log.self)
  /// ```
  ///
  /// An instance ends before the services that it receives while it is built, because they are older: see ``Container/close(fileID:line:)``. The
  /// other service is searched for when the instance ends, with any arguments, in the container of this entry and its parents. What needs this
  /// service, as the container has seen, ends before it, too. The call has no effect if the other service is not registered, if that needs this
  /// one, or in a circle of such calls: `verify()` reports all three.
  ///
  /// From this call on, the container notes which service needs which. That makes each of its resolves a little slower.
  ///
  /// - Parameters:
  ///   - serviceType: the type of the other service.
  ///   - name: the name of its registration.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func closes<Other>(before serviceType: Other.Type, name: String? = nil) -> Self {
    record.owner.watchNeeds()
    record.configure { $0.laterEnds.append(Settings.LaterEnd(serviceType: Other.self, name: name)) }
    return self
  }
}
