import HalftoneCore
import TestSupport
import Testing

@Suite(.endsInTime) struct ByteSizeTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (36_400, "36 KB"), (1_549_000, "1.5 MB"), (999_600, "1.0 MB"),
        (25_000_000_000, "25 GB"),
    ])
    func `sizes are printed in readable units`(_ bytes: Int, _ text: String) {
        #expect(ByteSize(bytes).description == text)
    }

    @Test(arguments: [("1500", 1500), ("64KB", 64_000), ("1.5 MB", 1_500_000), ("2g", 2_000_000_000)])
    func `sizes are read`(_ text: String, _ bytes: Int) {
        #expect(ByteSize(text)?.bytes == bytes)
    }

    @Test(arguments: ["", "MB", "-1", "1 XB", "1.2.3", "99999999999 TB", "٣"])
    func `an invalid size is refused`(_ text: String) {
        #expect(ByteSize(text) == nil)
    }
}
