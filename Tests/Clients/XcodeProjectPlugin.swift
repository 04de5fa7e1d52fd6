import Foundation
import PackagePlugin

// What of Xcode's module of this name the plugins use. It exists in Xcode alone; with this, their part for Xcode projects
// is compiled everywhere.

/// A plugin that works for targets of Xcode projects.
public protocol XcodeBuildToolPlugin {
  /// Says what is to be done while the target builds.
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

/// Where the plugin works.
public struct XcodePluginContext {
  /// The project of the target.
  public let xcodeProject: XcodeProject

  /// The folder that it may write to.
  public let pluginWorkDirectoryURL: URL

  /// A tool that the plugin depends on.
  public func tool(named name: String) throws -> PluginContext.Tool { fatalError("\(name) is not run") }
}

/// An Xcode project.
public struct XcodeProject {
  /// Its targets.
  public let targets: [XcodeTarget]
}

/// A target of an Xcode project.
public struct XcodeTarget {
  /// Its name.
  public let displayName: String
  /// What is built of it.
  public let product: XcodeProduct?
  /// Its sources and the rest.
  public let inputFiles: FileList
}

/// What is built of a target.
public struct XcodeProduct {
  /// Its name.
  public let name: String
}
