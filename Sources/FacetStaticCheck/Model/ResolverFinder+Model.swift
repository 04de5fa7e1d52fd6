import FacetSyntax

// MARK: - Gathering one resolver

extension ResolverFinder {
  func model(of type: TypeIndex.Entry) -> ResolverModel {
    var model = ResolverModel(type, index: index)
    let parts =
      [type] + index.extensions(of: type.path).filter { Applicability($0.declaration, in: type) != .never }
    for part in parts {
      _ = addMembers(of: part.declaration, in: part.file.source, to: &model, at: \.members)
    }
    readKeys(into: &model)
    let keys = index.extensions(of: type.path + ".Key")
    model.isBroken = (parts + keys).contains(where: \.declaration.isBroken)
    readFunctions(into: &model)
    model.graph = model.makeGraph()
    return model
  }

  /// Adds the members of a declaration, and returns them: those in conditions of their own to others of the kind.
  private func addMembers(
    of container: Declaration, in file: SourceFile, to model: inout ResolverModel,
    at place: WritableKeyPath<ResolverModel, [ResolverModel.Site]>
  ) -> [ResolverModel.Site] {
    container.members.compactMap { member in
      let applicability = Applicability(member, in: model.type)
      guard applicability != .never else { return nil }
      let site = ResolverModel.Site(declaration: member, file: file, container: container)
      model[keyPath: applicability == .always ? place : \.conditionalMembers].append(site)
      return site
    }
  }

  private func readKeys(into model: inout ResolverModel) {
    model.keySpaces = model.members.filter { isType($0.declaration, named: "Key") }
    var spaces = model.keySpaces.map { ($0.declaration, $0.file) }
    for entry in index.extensions(of: model.type.path + ".Key")
    where Applicability(entry.declaration, in: model.type) == .always {
      spaces.append((entry.declaration, entry.file.source))
    }
    for (space, file) in spaces {
      for site in addMembers(of: space, in: file, to: &model, at: \.keyMembers) {
        let key = site.declaration
        if site.isUnavailable {
          model.unavailableKeys.insert(key.name)
        } else if key.kind == .typealias {
          model.add(ResolverModel.Key(name: key.name, target: key.type?.text ?? "", site: site))
        }
      }
    }
  }

  private func isType(_ declaration: Declaration, named name: String) -> Bool {
    declaration.name == name && (declaration.isType || declaration.kind == .typealias)
  }

  private func readFunctions(into model: inout ResolverModel) {
    let reader = model.reader
    if let output = model.members.first(where: { isType($0.declaration, named: "Output") }) {
      model.output = output
      model.outputUse = reader.use(of: output.declaration.type, in: output.file)
    }
    for site in model.members
    where site.declaration.kind == .func && !site.declaration.isOperator {
      model.functions.append(function(site, reader))
    }
    for function in model.functions
    where !function.isCalledLikeResolve(in: model) && !function.site.isUnavailable {
      if case .key = function.result {
        model.add(function)
      } else if function.isConfiguration {
        model.configurations.append(function)
      }
    }
    readProperties(into: &model, reader)
  }

  /// Stored properties build the keys that no function does.
  private func readProperties(into model: inout ResolverModel, _ reader: TypeReader) {
    let built = Set(model.providers.map(\.key))
    for site in model.members {
      let property = site.declaration
      guard property.kind == .variable, !property.isComputed, !property.isPrivate,
        !property.hasModifier("lazy"),
        case .key(let key) = reader.use(of: property.type, in: site.file), !built.contains(key)
      else { continue }
      model.add(function(site, reader))
    }
  }

  private func function(_ site: ResolverModel.Site, _ reader: TypeReader) -> ResolverFunction {
    ResolverFunction(
      site: site,
      parameters: site.declaration.parameters.map { parameter in
        ResolverParameter(
          declaration: parameter, use: reader.use(of: parameter.type, in: site.file),
          location: site.location(parameter.type.offset))
      },
      result: reader.use(of: site.declaration.type, in: site.file),
      effects: reader.effects(of: site.declaration, in: site.file))
  }
}
