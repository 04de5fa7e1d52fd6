import FacetStaticCheck
import FacetSyntax

// What FacetStaticPlugin runs. Build systems look for it under the name of its target.
await PluginTool.run { (tool) throws(FileSystem.Failure) in
  let generation = Generation(tool.files, moduleName: tool.option)
  if generation.isUnreadable {
    try FileSystem.write(GeneratedFile.header + "\n", to: tool.output)
    return true
  }
  Console.printErrors(generation.diagnostics)
  if let text = generation.text { try FileSystem.write(text, to: tool.output) }
  return generation.diagnostics.isEmpty
}
