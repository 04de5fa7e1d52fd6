import FacetContainerCheck
import FacetSyntax

// What FacetCheckPlugin runs. Build systems look for it under the name of its target.
await PluginTool.run { (tool) throws(FileSystem.Failure) in
  let findings = await ContainerCheck(tool.files, isPartial: tool.option == "partial").findings
  Console.printErrors(findings)
  if findings.contains(where: { $0.severity == .error }) { return false }
  try FileSystem.write(GeneratedFile.record, to: tool.output)
  return true
}
