import CTestSetup
import Glibc
import Testing

/// The setup before the first test.
@Suite(.endsInTime) struct SetupTests {
    @Test(arguments: [(20_000, 6), (1024, 6), (512, 4), (400, 2), (340, 1), (256, 1)])
    func `fewer file descriptors mean fewer tests at once`(descriptors: UInt, width: Int32) {
        #expect(halftone_test_width(descriptors) == width)
    }

    @Test func `the process may open as many files as the system allows it, up to 4096`() {
        var limit = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        #expect(limit.rlim_cur >= min(limit.rlim_max, 4096))
    }

    @Test func `the number of tests at once is set`() throws {
        let width = try #require(getenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"))
        #expect((Int(String(cString: width)) ?? 0) >= 1)
    }
}
