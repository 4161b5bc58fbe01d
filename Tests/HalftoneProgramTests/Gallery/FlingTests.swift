import HalftoneCore
import LabTestSupport
import TestSupport
import Testing

/// Flings through long lists in the real program.
@Suite(.endsInTime) struct FlingTests {
    @Test(arguments: ["list", "grid", "preview"])
    func `a fling through ten thousand rows cancels loads of rows out of view and paints nothing stale`(
        layout: String
    ) async throws {
        let folder = TemporaryDirectory()
        let server = try DemoPicture.server()
        defer { server.stop() }
        let names = DemoPicture.all.map(\.name)
        // Only the last pictures are sent: no other may be faster than the scrolling on a slow machine.
        let list = (0..<10_000).map { row in
            "\(server.baseURL)/image/\(names[row % names.count])?\(row < 9900 ? "delay=600000&" : "")seed=\(row)"
        }
        let path = folder.write(Array(list.joined(separator: "\n").utf8), to: "list")
        try await Halftone.run(
            [
                "--layout", layout, "--load-delay", "0", "--no-cache", "--trace",
                folder.path + "/trace", "-",
            ], input: path,
            folder: folder
        ) { halftone in
            try halftone.see("1/10000")
            // when the rows are scrolled past, one screen after the other, then one row after the other
            for key in [String](repeating: "\u{1B}[6~", count: 60) + [String](repeating: "k", count: 60) {
                let before = halftone.emulator.text(row: 29)
                try halftone.press(key)
                try halftone.see("another place") { $0.emulator.text(row: 29) != before }
            }
            try halftone.press("G")
            try halftone.see("10000/10000")
            // then the rows that stay show their pictures
            try halftone.seePictures()
            #expect(try halftone.quit() == .code(0))
        }
        let trace = try RecordedTrace(folder.read("trace"))
        #expect(trace.summary["stalePaints"] == 0)
        #expect((trace.summary["cancelled"] ?? 0) > 50)
        // and the server has seen clients disconnect
        let log = await server.records { $0.contains(where: \.wasClientGone) }
        let gone = log.filter(\.wasClientGone).count
        #expect(gone > 0)
        #expect(trace.count("dequeue") <= 60, "cells are recycled, not created")
        #expect(trace.count("reuse") > 100)
    }
}
