/// A visit with all that was decided about it.
struct PlannedVisit {
  let visit: Visit
  let patient: AnimalRecord
  let payer: Payer
  /// What to do before the visit; `nil` for nothing.
  let preparation: String?
  let treatment: Treatment
  let feeding: String
}

/// What became of the vaccine at the end of a session.
struct VaccineUse {
  let session: Session
  let vials: Int
  let discardedDoses: Int
}
