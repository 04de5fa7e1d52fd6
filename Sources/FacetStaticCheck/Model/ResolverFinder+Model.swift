import FacetSyntax

// MARK: - Gathering one resolver

extension ResolverFinder {
  func model(of type: TypeIndex.Entry) -> ResolverModel {
    var model = ResolverModel(type, index: index)
    let parts = parts(of: type)
    for entry in parts {
      for member in entry.declaration.members {
        let site = ResolverModel.Site(
          declaration: member, file: entry.file.source, container: entry.declaration)
        switch Applicability(member, in: type) {
        case .always: model.members.append(site)
        case .sometimes: model.conditionalMembers.append(site)
        case .never: break
        }
      }
    }
    readKeys(into: &model)
    let keys = index.extensions(of: type.path + ".Key")
    model.isBroken = (parts + keys).contains(where: \.declaration.isBroken)
    model.reader = reader(for: model)
    readFunctions(into: &model)
    model.graph = model.makeGraph()
    return model
  }

  /// A reader that knows the aliases of the resolver.
  private func reader(for model: ResolverModel) -> TypeReader {
    var aliases: [String: [String]] = [:]
    for member in model.members.map(\.declaration)
    where member.kind == .typealias && !member.isGeneric && member.name != "Key" {
      aliases[member.name] = TypeSyntax(member.type?.text ?? "").path
    }
    return TypeReader(resolver: model.name, index: index, aliases: aliases)
  }

  /// The type and its extensions, in the order of the files.
  private func parts(of type: TypeIndex.Entry) -> [TypeIndex.Entry] {
    let extensions = index.extensions(of: type.path).filter { entry in
      Applicability(entry.declaration, in: type) != .never
    }
    return [type] + extensions
  }

  private func readKeys(into model: inout ResolverModel) {
    let path = model.type.path + ".Key"
    model.keySpaces = model.members.filter { site in
      site.declaration.name == "Key" && (site.declaration.isType || site.declaration.kind == .typealias)
    }
    for site in model.keySpaces { addKeyMembers(site.declaration, file: site.file, to: &model) }
    for entry in index.extensions(of: path)
    where Applicability(entry.declaration, in: model.type) == .always {
      addKeyMembers(entry.declaration, file: entry.file.source, to: &model)
    }
  }

  private func addKeyMembers(_ space: Declaration, file: SourceFile, to model: inout ResolverModel) {
    for member in space.members {
      let site = ResolverModel.Site(declaration: member, file: file, container: space)
      switch Applicability(member, in: model.type) {
      case .always: model.keyMembers.append(site)
      case .sometimes: model.conditionalMembers.append(site)
      case .never: continue
      }
      if site.isUnavailable { model.unavailableKeys.insert(member.name) }
      if member.kind == .typealias, !site.isUnavailable {
        model.add(ResolverModel.Key(name: member.name, target: member.type?.text ?? "", site: site))
      }
    }
  }

  private func readFunctions(into model: inout ResolverModel) {
    let reader = model.reader
    if let output = model.members.first(where: { isOutput($0.declaration) }) {
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

  private func isOutput(_ declaration: Declaration) -> Bool {
    declaration.name == "Output" && (declaration.isType || declaration.kind == .typealias)
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
