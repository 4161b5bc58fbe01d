import TestSupport
import Testing

@testable import HalftoneCore

/// Messages about a library that could not be opened.
@Suite(.endsInTime) struct LibraryFailureTests {
    private func advice(_ reason: String) -> String {
        LibraryFailure.advice(library: "libx.so.1", package: "libx1", reason: reason)
    }

    @Test func `a library that is missing is to be installed`() {
        #expect(
            advice("libx.so.1: cannot open shared object file: No such file or directory")
                == "install the package libx1")
    }

    @Test(arguments: [
        "libx.so.1: cannot open shared object file: Too many open files",
        "liby.so.2: cannot open shared object file: No such file or directory",
        "libx.so.1: failed to map segment from shared object",
    ])
    func `any other reason is reported`(reason: String) {
        #expect(advice(reason) == "libx.so.1 could not be opened: \(reason)")
    }
}
