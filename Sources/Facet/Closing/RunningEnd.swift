/// The ends of one call that run in a task.
struct RunningEnd: Sendable {
  let task: Task<EndReport, Never>
  let keys: [ServiceKey]
}
