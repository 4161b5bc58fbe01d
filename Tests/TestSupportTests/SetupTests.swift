import CTestSetup
import Glibc
import TestSupport
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

    @Test(arguments: [("1", 1), ("5", 5), ("6", 5), ("20", 5), ("0", 1), ("-3", 1), ("much", 1), ("", 1)])
    func `time limits are at most five times as long`(text: String, factor: Int32) {
        #expect(halftone_test_patience(text) == factor)
    }

    @Test func `time limits are multiplied only on request`() {
        #expect(halftone_test_patience(nil) == 1 && (1...5).contains(Wait.patience))
    }

    @Test func `the number of tests at once is set`() throws {
        let width = try #require(getenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"))
        #expect((Int(String(cString: width)) ?? 0) >= 1)
    }
}
