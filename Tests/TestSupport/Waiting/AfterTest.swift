import Basis

/// Work for the end of a test, however it ends: closing what it opened, and dropping what would keep itself alive.
///
/// A listening thread or a circle of an executor and its work outlives every variable of its test, and with it
/// descriptors that later tests need.
public enum AfterTest {
    @TaskLocal private static var works: Lock<[@MainActor @Sendable () -> Void]>?

    /// Runs `work` on the main actor when the running test has ended. Does nothing outside of a suite that is
    /// `.endsInTime`, such as in the process of an exit test, which takes everything with it.
    public static func run(_ work: @escaping @MainActor @Sendable () -> Void) { works?.withLock { $0.append(work) } }

    /// Runs a test, then the work that was left for its end, the last first.
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
