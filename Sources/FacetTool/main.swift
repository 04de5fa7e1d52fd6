import FacetCommands

// What the plugins run. Build systems look for it under the name of its target.
await Tool.run()
