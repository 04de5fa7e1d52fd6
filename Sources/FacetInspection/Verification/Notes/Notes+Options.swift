import Facet

/// What the options of a verification accept, and what services ask another container for.
extension Notes {
  /// What is accepted, and is not there.
  var needlessOptions: [String] {
    let options = findings.options
    let asked = (findings.wiring.gaps + findings.wiring.optionalGaps).map(\.key)
    let known = findings.entries.map(\.key)
    func notes(
      _ name: String, _ chosen: [VerificationOptions.Selection], in keys: [ServiceKey], _ reason: String
    ) -> [String] {
      chosen.filter { !keys.contains(where: $0.contains) }.map { one in
        let key = ServiceKey(one.type, name: one.name)
        let names = TypeNames(of: [key])
        return "\(name)\(names.call(key))) accepts nothing: \(reason)."
      }
    }
    return notes("allowMissing(", options.allowedMissing, in: asked, "no service lacks it")
      + notes("allowCapture(of: ", options.allowedCaptures, in: known, "it is not registered")
      + notes("allowSecondBuild(of: ", options.allowedSecondBuilds, in: known, "it is not registered")
      + notes("allowSynchronousUse(of: ", options.allowedSynchronousUses, in: known, "it is not registered")
  }

  /// A factory has a resolver, and the main container may be another one.
  var usesOfMain: [String] {
    findings.usesOfMain.map { source, key in
      let names = TypeNames(of: [key])
      return
        "\(text(source)) asks Container.main for \(names.text(key)), and not the container that builds it: resolver.require(\(names.request(key)))"
    }
  }
}
