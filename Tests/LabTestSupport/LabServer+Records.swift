import ImageLab
import TestSupport

extension LabServer {
    /// Waits until a condition holds for the log, and returns the log. Records an issue after the time limit.
    public func records(
        isolation: isolated (any Actor)? = #isolation, until condition: ([LabRecord]) -> Bool
    ) async -> [LabRecord] {
        await until("a change of the server's log") { condition(log) }
        return log
    }
}
