import HalftoneCore

/// Clean-up at the end of a test, however it ends: closing descriptors and breaking reference cycles.
///
/// A listening thread, or a reference cycle of an executor and its work, outlives the variables of its test and keeps
/// descriptors open that later tests need.
public enum AfterTest {
    @TaskLocal private static var works: Lock<[@MainActor @Sendable () -> Void]>?

    /// Runs `work` on the main actor after the end of the running test. Does nothing outside of suites with
    /// `.endsInTime`, such as in the process of an exit test, whose exit cleans up.
    public static func run(_ work: @escaping @MainActor @Sendable () -> Void) { works?.withLock { $0.append(work) } }

    /// Runs a test, then the registered work in reverse order.
    static func perform(_ test: () async throws -> Void) async throws {
        let works = Lock<[@MainActor @Sendable () -> Void]>([])
        let result = await Self.$works.withValue(works) {
            do { return Result<Void, any Error>.success(try await test()) } catch { return .failure(error) }
        }
        let left = works.withLock(\.self)
        if !left.isEmpty { await MainActor.run { for work in left.reversed() { work() } } }
        try result.get()
    }
}
