import Foundation
import PackagePlugin

/// Checks what the containers of an application register and resolve, before its top target is compiled.
@main
struct FacetCheckPlugin: BuildToolPlugin {
  /// A target matters if it uses one of these.
  private static let libraries: Set<String> = ["Facet", "Swinject", "SwinjectAutoregistration"]

  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else { return [] }
    let libraries = target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.kind != .test && usesContainer($0) && !Self.libraries.contains($0.moduleName) }
    let output = context.pluginWorkDirectoryURL.appending(path: "\(module.moduleName)+Containers.swift")
    return [
      command(
        for: sources(of: module) + libraries.flatMap(sources(of:)), module: module.moduleName, output: output,
        tool: try context.tool(named: "FacetTool").url)
    ]
  }

  private func sources(of module: SwiftSourceModuleTarget) -> [URL] {
    module.sourceFiles.filter { $0.type == .source }.map(\.url)
  }

  /// Whether the target depends on a container, be it through other targets.
  private func usesContainer(_ target: Target) -> Bool {
    target.dependencies.contains { dependency in
      switch dependency {
      case .product(let product): product.targets.contains { Self.libraries.contains($0.name) }
      case .target(let target): Self.libraries.contains(target.name)
      @unknown default: false
      }
    }
      || target.recursiveTargetDependencies.contains { Self.libraries.contains($0.name) }
  }

  /// The build system runs the command when a source is newer than the output, and only then.
  ///
  /// The output says nothing; it is there so that the build waits for the check.
  private func command(for sources: [URL], module: String, output: URL, tool: URL) -> Command {
    .buildCommand(
      displayName: "Checking the containers of \(module)",
      executable: tool,
      arguments: [
        "check", "--containers", "--allow-empty", "--module", module,
        "--record", output.path(percentEncoded: false),
      ]
        + sources.map { $0.path(percentEncoded: false) },
      inputFiles: sources,
      outputFiles: [output])
  }
}
