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
        output: context.pluginWorkDirectoryURL.appending(path: "\(module.moduleName)+Resolvers.swift"),
        tool: try context.tool(named: "FacetTool").url)
    ]
  }

  /// The build system runs the command when a source is newer than the output, and only then.
  private func command(for sources: [URL], module: String, output: URL, tool: URL) -> Command {
    .buildCommand(
      displayName: "Checking the resolvers of \(module)",
      executable: tool,
      arguments: ["resolve", "--module", module, "--output", output.path(percentEncoded: false)]
        + sources.map { $0.path(percentEncoded: false) },
      inputFiles: sources,
      outputFiles: [output])
  }
}
