/// A party that builds services, one in the other: a thread, or awaited builds.
protocol Building {
  /// The services under construction.
  var path: [PathStep] { get }
}
extension Building {
  /// An error about the innermost service.
  func error(_ code: ResolutionError.Code, with extras: ResolutionError.Extras? = nil) -> ResolutionError {
    ResolutionError(code, path: path, with: extras)
  }
  /// An error about a service that the innermost asks for.
  @inline(never)
  func error(
    _ code: ResolutionError.Code, about registration: Registration, with extras: ResolutionError.Extras? = nil
  ) -> ResolutionError { ResolutionError(code, path, PathStep(registration), with: extras) }
  func error(_ code: ResolutionError.Code, about key: ServiceKey) -> ResolutionError {
    ResolutionError(code, path, PathStep(key))
  }
  func closed(_ registration: Registration, in registry: Registry) -> ResolutionError {
    error(.containerClosed, about: registration, with: ResolutionError.Extras(closing: registry.closing))
  }
  /// The error of a factory, with its path.
  func failure(_ error: any Error) -> ResolutionError {
    error as? ResolutionError
      ?? self.error(.factoryFailed, with: ResolutionError.Extras(underlyingError: error))
  }
}
