import Testing

/// Polls a condition until it holds. Records an issue after the time limit or when the test is cancelled.
///
/// - Parameter what: the end of a sentence that begins with "waited for".
public func until(
    _ what: String = "a condition", isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async {
    let wait = Wait(what)
    while !condition() {
        do { _ = try wait.check() } catch {
            Issue.record("\(error)")
            return
        }
        // not `Task.yield` alone, which would occupy a whole core
        _ = await Alarm(after: .milliseconds(1)).hasRung()
    }
}
