import Foundation
import PackagePlugin

/// Checks the resolvers of a target and generates their `resolve()` before the target is compiled.
@main
struct FacetStaticPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else { return [] }
    return [
      command(
        for: module.sourceFiles.filter { $0.type == .source }.map(\.url), module: module.moduleName,
        folder: context.pluginWorkDirectoryURL, tool: try context.tool(named: "FacetStaticTool").url)
    ]
  }

  /// The build system runs the command when a source is newer than the output, and only then.
  private func command(for sources: [URL], module: String, folder: URL, tool: URL) -> Command {
    let output = folder.appending(path: "\(module)+Resolvers.swift")
    return .buildCommand(
      displayName: "Checking the resolvers of \(module)",
      executable: tool,
      arguments: [output.path(percentEncoded: false), module]
        + sources.map { $0.path(percentEncoded: false) },
      inputFiles: sources,
      outputFiles: [output])
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  // MARK: - Targets of Xcode projects

  extension FacetStaticPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let sources = target.inputFiles.filter { $0.type == .source && $0.url.pathExtension == "swift" }.map(
        \.url)
      // The name of the module is a setting that a plugin cannot see; Xcode makes it of the product's name.
      return [
        command(
          for: sources, module: moduleName(of: target.product?.name ?? target.displayName),
          folder: context.pluginWorkDirectoryURL, tool: try context.tool(named: "FacetStaticTool").url)
      ]
    }

    /// The name with an underscore for everything that an identifier cannot hold.
    private func moduleName(of product: String) -> String {
      let name = String(product.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
      return name.first?.isNumber == true ? "_" + name : name
    }
  }
#endif
