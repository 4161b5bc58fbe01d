import HalftoneCore
import Testing

/// A trait that runs tests which open more than a hundred descriptors one after another, so that they do not fail where
/// the system allows only 512 descriptors.
public struct OpensMany: TestTrait, TestScoping {
    private static let last = Lock<Latch?>(nil)

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let end = Latch("the end of \(test.name)")
        let before = Self.last.withLock { last in
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
