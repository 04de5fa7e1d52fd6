import Facet
import Testing

/// Expects that a resolve fails for a reason, and gives the error, of which a test may expect more.
///
/// - Parameters:
///   - code: the reason.
///   - path: the path in words; any if left out.
///   - sourceLocation: where the expectation is written.
///   - resolve: what is to fail.
/// - Returns: the error, if it failed.
@discardableResult
public func expectFailure<Success>(
  _ code: ResolutionError.Code, path: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ resolve: () throws -> Success
) -> ResolutionError? {
  check(Result { try resolve() }, code, path, sourceLocation)
}

/// Expects the same of what is awaited.
@discardableResult
public func expectFailure<Success>(
  _ code: ResolutionError.Code, path: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ resolve: () async throws -> Success
) async -> ResolutionError? {
  do {
    return check(.success(try await resolve()), code, path, sourceLocation)
  } catch {
    return check(Result<Success, any Error>.failure(error), code, path, sourceLocation)
  }
}

private func check<Success>(
  _ result: Result<Success, any Error>, _ code: ResolutionError.Code, _ path: [String]?,
  _ sourceLocation: SourceLocation
) -> ResolutionError? {
  guard case .failure(let error as ResolutionError) = result else {
    Issue.record("Instead of '\(code)': \(result)", sourceLocation: sourceLocation)
    return nil
  }
  #expect(error.code == code, sourceLocation: sourceLocation)
  if let path { #expect(error.pathInWords == path, sourceLocation: sourceLocation) }
  return error
}
