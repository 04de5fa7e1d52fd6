/// One resolve on its way through the steps: what is asked for, by whom, and where the result goes.
///
/// Passed down the stack by value; holds nothing.
struct Request {
  let registration: Unmanaged<Registration>
  let record: Unmanaged<ServiceRecord>
  let configuration: Unmanaged<ServiceConfiguration>
  /// Whose container builds, and hands itself to the factory.
  let server: Unmanaged<Registry>
  let arguments: UnsafeRawPointer?
  /// Memory for a value of the record's service type.
  let result: UnsafeMutableRawPointer
  let resolution: Resolution.Pointer
}
