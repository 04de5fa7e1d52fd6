extension Container {
  /// Runs a closure with a child of the container, and closes the child when the closure returns or throws.
  ///
  /// ```swift
  /// let receipt = try await app.withChild { request in
  ///   request.register(User.self) { _ in user }
  ///   return try await request.requireAsync(Checkout.self).pay()
  /// }
  /// ```
  ///
  /// The child ends by ``closeAsync(fileID:line:)``, also if the task is cancelled. An error of the closure goes on to the caller. Then errors of
  /// the close go to the failure handler, one for each service, with ``ResolutionError/Code/endFailed``. Code that keeps the child finds it closed.
  ///
  /// - Parameters:
  ///   - fileID: the file of the call, for the reason of a later failure.
  ///   - line: the line of the call.
  ///   - isolation: the actor of the closure; the caller's by default.
  ///   - body: receives the child.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure, or else the ``CloseError`` of the child.
  public func withChild<Result>(
    fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: (Container) async throws -> sending Result
  ) async throws -> sending Result {
    let child = Container(parent: self)
    let result: Result
    do { result = try await body(child) } catch {
      do throws(CloseError) { try await child.closeAsync(fileID: fileID, line: line) } catch let closeError {
        child.registry.tell(closeError)
      }
      throw error
    }
    try await child.closeAsync(fileID: fileID, line: line)
    return result
  }

  /// Runs a synchronous closure with a child of the container, and closes the child when the closure returns or throws.
  ///
  /// This is the synchronous form, with ``close(fileID:line:)``: it throws, and closes nothing, if an action must be awaited.
  ///
  /// - Parameters:
  ///   - fileID: the file of the call, for the reason of a later failure.
  ///   - line: the line of the call.
  ///   - body: receives the child.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure, or else the ``CloseError`` of the child.
  public func withChild<Result>(
    fileID: String = #fileID, line: Int = #line, _ body: (Container) throws -> sending Result
  ) throws -> sending Result {
    let child = Container(parent: self)
    let result: Result
    do { result = try body(child) } catch {
      do throws(CloseError) { try child.close(fileID: fileID, line: line) } catch let closeError {
        child.registry.tell(closeError)
      }
      throw error
    }
    try child.close(fileID: fileID, line: line)
    return result
  }
}

extension Registry {
  /// The error of a close whose caller has another one goes to the failure handler.
  fileprivate func tell(_ error: CloseError) {
    switch error.reason {
    case .failures(let failures): tell(failures)
    case .needsAwait(let keys):
      for key in keys { report(ResolutionError(.endFailed, key: key, underlyingError: error)) }
    case .isBuilding(let key): report(ResolutionError(.endFailed, key: key, underlyingError: error))
    case .containerClosed(let error): report(error)
    }
  }
}
