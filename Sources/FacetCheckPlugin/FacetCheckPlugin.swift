import Foundation
import PackagePlugin

/// Checks what the containers of an application register and resolve, before its top target is compiled.
@main
struct FacetCheckPlugin: BuildToolPlugin {
  /// The libraries whose own sources are not read.
  private static let libraries: Set<String> = ["Facet", "Swinject", "SwinjectAutoregistration"]
  /// A target matters if it uses one of these.
  private static let containers = libraries.union(["Resolver", "Factory", "FactoryKit"])

  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else { return [] }
    let libraries = target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.kind != .test && usesContainer($0) && !Self.libraries.contains($0.moduleName) }
    return [
      command(
        for: sources(of: module) + libraries.flatMap(sources(of:)), name: module.moduleName,
        folder: context.pluginWorkDirectoryURL, tool: try context.tool(named: "FacetCheckTool").url)
    ]
  }

  /// The sources of a target, with those that plugins in front of this one generate for it.
  private func sources(of module: SwiftSourceModuleTarget) -> [URL] {
    module.sourceFiles.filter { $0.type == .source }.map(\.url)
      + module.pluginGeneratedSources.filter { $0.pathExtension == "swift" }
  }

  /// Whether the target depends on a container, be it through other targets.
  private func usesContainer(_ target: Target) -> Bool {
    target.dependencies.contains { dependency in
      switch dependency {
      case .product(let product): product.targets.contains { Self.containers.contains($0.name) }
      case .target(let target): Self.containers.contains(target.name)
      @unknown default: false
      }
    }
      || target.recursiveTargetDependencies.contains { Self.containers.contains($0.name) }
  }

  /// The build system runs the command when a source is newer than the output, and only then.
  ///
  /// The output says nothing; it is there so that the build waits for the check.
  private func command(
    for sources: [URL], name: String, folder: URL, tool: URL, isPartial: Bool = false
  ) -> Command {
    let output = folder.appending(path: "\(name)+Containers.swift")
    return .buildCommand(
      displayName: "Checking the containers of \(name)",
      executable: tool,
      arguments: [output.path(percentEncoded: false), isPartial ? "partial" : "whole"]
        + sources.map { $0.path(percentEncoded: false) },
      inputFiles: sources,
      outputFiles: [output])
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  // MARK: - Targets of Xcode projects

  extension FacetCheckPlugin: XcodeBuildToolPlugin {
    /// Reads all targets of the project, because Xcode does not tell which of them the target needs.
    ///
    /// It does not show the sources of packages either; so only types that the project declares are judged.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let sources = Set(context.xcodeProject.targets.flatMap(sources(of:)))
      return [
        command(
          for: sources.sorted { $0.path < $1.path }, name: target.displayName,
          folder: context.pluginWorkDirectoryURL, tool: try context.tool(named: "FacetCheckTool").url,
          isPartial: true)
      ]
    }

    private func sources(of target: XcodeTarget) -> [URL] {
      target.inputFiles.filter { $0.type == .source && $0.url.pathExtension == "swift" }.map(\.url)
    }
  }
#endif
