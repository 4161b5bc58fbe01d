import Testing

/// Waits until a condition holds that tells nobody when it does. Records an issue when that takes too long or the test is
/// ended.
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
        // Not `Task.yield` alone: it would take a whole core from what is waited for.
        _ = await Alarm(after: .milliseconds(1)).hasRung()
    }
}
