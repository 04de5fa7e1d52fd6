import FacetSyntax

// MARK: - Calls

extension FileReader {
  /// A call with more arguments has a list as its parameter, which tells nothing of one of them.
  private static let mostArguments = 100
  /// A long chain would be read again for each of its calls.
  private static let longestReceiver = 40
  private static let registrations: Set<String> = ["register", "autoregister"]

  /// Reads a call with a name that matters, and returns the place behind all that belongs to it.
  func readCall(
    _ name: Expression, _ arguments: Expression, _ index: Int, in chain: Expression, _ expected: Expected,
    _ next: Expression?
  ) -> Int {
    let parts = chain.children
    let call = CallFacts(.call, name.text, at: offset(name.start), in: file, scope: around.scope)
    call.receiver = text(from: chain.start, to: name.start - 1)
    if index > 0, name.start - chain.start < Self.longestReceiver {
      call.receiverValue = Expression(
        .chain, chain.start, to: name.start - 1, text: chain.text, children: Array(parts[..<index]))
    }
    call.isSpecialized = !name.generics.isEmpty
    readPlace(of: call)
    facts.calls.append(call)
    readArguments(of: arguments, in: chain, expected, of: (call, false))
    call.arguments = kept(arguments)
    // Calls on the result belong to it.
    var last = index + 2
    while true {
      var link = last
      while link < parts.count, parts[link].kind == .mark {
        if call.chain.isEmpty, parts[link].text.hasPrefix("!") { call.isForced = true }
        link += 1
      }
      last = link
      guard link + 1 < parts.count, parts[link].kind == .name, parts[link + 1].kind == .call else { break }
      noteName(parts[link])
      readArguments(of: parts[link + 1], in: chain, expected, of: (call, true))
      let place = location(parts[link].start)
      call.chain.append(
        CallFacts.Link(name: parts[link].text, location: place, arguments: kept(parts[link + 1])))
      last = link + 2
    }
    let isMarked =
      index + 2 < parts.count && parts[index + 2].kind == .mark && parts[index + 2].text == "?"
    readSurroundings(
      of: call, expected, next: last == parts.count || isMarked ? next : nil,
      isOperand: last < parts.count ? parts[last].kind != .name : next != nil)
    if Self.registrations.contains(call.name) {
      note(
        RegistrationPlace(
          call: call, start: chain.start, name: name.start, end: parts[last - 1].end - 1, statement: statement
        ))
    }
    return last
  }

  /// What stands around a call may tell the type, and what happens where nothing is found.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - expected: What is expected of the expression that begins with it.
  ///   - next: The operator behind it.
  ///   - isOperand: Whether something is made of its value.
  func readSurroundings(of call: CallFacts, _ expected: Expected, next: Expression?, isOperand: Bool) {
    if expected.mark == "!" { call.isForced = true }
    let isTolerant = ["??", "!=", "==", "==="].contains(next?.text)
    call.isHandled = isTolerant || expected.isHandled || expected.mark == "?" || around.isTried
    call.isBoundIfThere = expected.isBoundIfThere
    if call.chain.isEmpty || Self.registrations.contains(call.name) { call.keptAs = expected.keptAs }
    guard call.chain.isEmpty, next?.kind == .cast || !isOperand else { return }
    call.context = next?.kind == .cast ? .init(next?.text) : expected.context
  }

  func readPlace(of call: CallFacts) {
    call.isInCondition = conditionDepth > 0
    call.owners = around.owners
    guard !call.owners.isEmpty else { return }
    call.owners[0].isCertain = around.isCertain && closure?.mayHaveLeft != true
    call.passedTo = around.passedTo
  }

  /// Reads the arguments of a call, whose closures belong to `owner`.
  func readArguments(
    of call: Expression, in chain: Expression, _ expected: Expected,
    of owner: (call: CallFacts, isLink: Bool)? = nil
  ) {
    let isTried = around.isTried
    // Only a call inside asks what this one takes.
    let isNamed =
      (isIdentifier(call.start - 1) || kind(call.start - 1) == .greaterThan)
      && hasWord(from: call.start, to: call.end)
    let count = chain.children.firstIndex { $0 === call } ?? 0
    for (index, argument) in call.children.enumerated() {
      if argument.isTrailing || owner != nil, let closure = argument.writtenClosure {
        let isNear = call.start - chain.start < Self.longestReceiver
        let expected = isNear ? CallFacts.Context.argument(of: chain, call: count, index: index) : .none
        readClosure(closure, of: owner, expected: expected)
        continue
      }
      var inside = Expected()
      if isNamed {
        if call.children.count <= Self.mostArguments {
          inside.context = .argument(of: chain, call: count, index: index)
        }
        // `_name = Wrapper(wrappedValue: …)` gives the property its value.
        if argument.label == "wrappedValue", case .variable(let storage) = expected.context,
          let name = storage.names?.last, name.hasPrefix("_")
        {
          let property = Expression(.name, text: String(name.dropFirst()))
          inside.context = .variable(Expression(.chain, children: [property]))
        }
        around.passedTo.insert(inside.context, at: 0)
        around.isTried = isTried || expected.mark == "?"
      }
      read(argument, inside)
      if isNamed { around.passedTo.removeFirst() }
      around.isTried = isTried
    }
  }
}
