/// Notes of what the running code receives, for the order in which instances end.
extension Thread {
  /// Notes that the running code received an instance.
  @inline(never)
  func noteNeed(_ number: Int) { note(.instance(number)) }

  /// Notes that the running code received an instance of a record, perhaps before that is complete.
  @inline(never)
  func noteNeed(_ instance: Instance, of record: Record) {
    if Needs.areUsed.load(ordering: .relaxed), let need = WaitGraph.need(instance, of: record) { note(need) }
  }

  /// Notes that the running code received a service of the cycle, which may have needs now or later.
  @inline(never)
  func noteNeed(ofEntry entry: Int) {
    let place = place(ofEntry: entry)
    let frame = lastFrame {
      $0.entry == entry && $0.cycleNumber == place.cycleNumber && $0.phase != .building
    }
    if let service = frame.map(service(ofFrame:)) ?? state.cycleNeeds.index(of: place) {
      note(.service(service))
    }
  }

  /// The needs of a service of the cycle, for code that joins the cycle later.
  func needs(ofEntry entry: Int) -> Needs? {
    state.hasNeeds ? state.cycleNeeds.needs(of: place(ofEntry: entry)) : nil
  }

  /// Gives the needs of a joined cycle's service to the running cycle.
  func join(_ needs: Needs, ofEntry entry: Int) {
    state.hasNeeds = true
    let service = state.cycleNeeds.begin(place(ofEntry: entry))
    state.cycleNeeds.add(.needs(needs), to: service)
  }

  private func place(ofEntry entry: Int) -> CycleNeeds.Place {
    CycleNeeds.Place(
      entry: entry, cycleNumber: state.cycleNumber, record: state.cycle[entry].record.identity)
  }

  /// Notes it for the running code.
  func note(_ target: CycleNeeds.Target) { note(target, below: state.frames.count) }

  /// Notes it for the service under construction, which those around it receive, or for the lazy in use.
  private func note(_ target: CycleNeeds.Target, below count: Int) {
    var (target, count) = (target, count)
    // The lazy may be used above.
    let lazy = state.usedLazy.flatMap { $0.frameCount <= count ? $0 : nil }
    if count > 0 || lazy != nil { state.hasNeeds = true }
    while count > lazy?.frameCount ?? 0 {
      count -= 1
      let frame = state.frames[count]
      if frame.isShared {
        if let needs = WaitGraph.needs(of: frame.record.object, by: self, in: frame.phase) {
          state.cycleNeeds.add(target, to: needs)
        }
        return
      }
      let service = frame.needs == 0 ? beginNeeds(ofFrame: count) : Int(frame.needs)
      state.cycleNeeds.add(target, to: service)
      if frame.needs != 0 { return }
      target = .service(service)
    }
    if let lazy { state.cycleNeeds.add(target, to: lazy.needs) }
  }

  private func beginNeeds(ofFrame number: Int) -> Int {
    let frame = state.frames[number]
    let service = state.cycleNeeds.begin(isFoundInCycle(frame, number) ? frame.place : nil)
    state.frames[number].needs = Int32(truncatingIfNeeded: service)
    return service
  }

  /// Whether others get the service of a frame from its cycle: not a transient one, and not if a second build within this one counts.
  private func isFoundInCycle(_ frame: Frame, _ number: Int) -> Bool {
    guard frame.entry >= 0, lastFrame(where: { $0.place == frame.place }) == number else { return false }
    func isFound(_ entry: Cycle.Entry) -> Bool {
      entry.scope == .graph && (entry.content == .building || frame.phase != .building)
    }
    if frame.cycleNumber == state.cycleNumber { return isFound(state.cycle[frame.entry]) }
    return state.resting[frame.cycleNumber].map { isFound($0.cycle[frame.entry]) } ?? false
  }

  /// The service in a frame, which may still receive something.
  private func service(ofFrame number: Int) -> Int {
    let known = state.frames[number].needs
    if known != 0 { return Int(known) }
    let service = beginNeeds(ofFrame: number)
    note(.service(service), below: number)
    return service
  }

  /// Leaves the frame of a service that nobody receives.
  @inline(never)
  func popDropped() {
    let frame = state.frames[state.frames.count - 1]
    pop()
    guard frame.needs != 0 else { return }
    let outer = lastFrame { $0.needs != 0 && $0.place == frame.place }
    state.cycleNeeds.drop(Int(frame.needs), frame.place, outer: outer.map { Int(state.frames[$0].needs) })
  }

  /// The needs of a new lazy that the running code receives; its use fills them.
  @inline(never)
  func needsOfLazy() -> Needs {
    let needs = Needs()
    note(.needs(needs))
    return needs
  }

  /// Begins the resolve of a lazy, or a part of it, whose result is noted; returns the use around it.
  func beginUse(of lazy: Needs?) -> UsedLazy? {
    if let lazy {
      state.hasNeeds = true
      state.cycleNeeds.addUse(of: lazy)
    }
    return exchange(&state.usedLazy, with: lazy.map { UsedLazy(needs: $0, frameCount: state.frames.count) })
  }

  /// Ends it, and goes on with the use around it.
  func endUse(_ around: UsedLazy?) { state.usedLazy = around }

  /// Ends the notes of the running cycle, with the last one.
  @inline(never)
  func endNeeds() {
    guard state.frames.count == 0 else { return state.cycleNeeds.end(state.cycleNumber) }
    state.hasNeeds = false
    exchange(&state.cycleNeeds, with: CycleNeeds()).settle()
  }
}

/// A lazy in use.
struct UsedLazy {
  let needs: Needs
  /// How many services were being built when the use began.
  let frameCount: Int
}

extension Frame {
  fileprivate var place: CycleNeeds.Place {
    CycleNeeds.Place(entry: entry, cycleNumber: cycleNumber, record: record.identity)
  }
}
