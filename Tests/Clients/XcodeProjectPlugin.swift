import Foundation
import PackagePlugin

// What of Xcode's module of this name the plugins use. It exists in Xcode alone; with this, their part for Xcode projects
// is compiled everywhere.

public protocol XcodeBuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public struct XcodePluginContext {
  public let pluginWorkDirectoryURL: URL

  public func tool(named name: String) throws -> PluginContext.Tool { fatalError("\(name) is not run") }
}

public struct XcodeTarget {
  public let displayName: String
  public let product: XcodeProduct?
  public let inputFiles: FileList
}

public struct XcodeProduct {
  public let name: String
}
