import HalftoneCore
import Testing

/// A trait of tests that open more than a hundred descriptors: they run one after another, so that they do not fail
/// where the system allows only 512 descriptors. ``EndsInTime`` lets them wait, before the limit of a test begins.
public struct OpensMany: TestTrait {
    private static let last = Lock<Latch?>(nil)

    /// Runs a test after the ones before it.
    static func inTurn(_ name: String, _ function: () async throws -> Void) async throws {
        let end = Latch("the end of \(name)")
        let before = last.withLock { last in
            defer { last = end }
            return last
        }
        defer { end.open() }
        await before?.opened()
        try await function()
    }
}

extension Trait where Self == OpensMany {
    /// For a test that opens more than a hundred descriptors.
    public static var opensMany: Self { OpensMany() }
}
