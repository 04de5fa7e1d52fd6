// The smaller module if it exists: the rest of Foundation includes tables of all languages.
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

public import Facet

extension ResolutionError: LocalizedError {
  /// The whole text, as `localizedDescription` gives it.
  public var errorDescription: String? { description }
}

extension CloseError: LocalizedError {
  /// The whole text, as `localizedDescription` gives it.
  public var errorDescription: String? { description }
}

extension StartError: LocalizedError {
  /// The whole text, as `localizedDescription` gives it.
  public var errorDescription: String? { description }
}
