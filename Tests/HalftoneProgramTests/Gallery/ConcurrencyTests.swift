import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// The downloads of the gallery as the server sees them.
@Suite(.serialized, .endsInTime) struct ConcurrencyTests {
    /// Counts the requests for pictures, none of which is ever completed.
    private static func pictures(_ server: LabServer) -> Int {
        server.log.count { $0.path.hasPrefix("/image/") }
    }

    @Test func `no more than six pictures are requested at once`() async throws {
        let count = 6
        let server = try DemoPicture.server()
        defer { server.stop() }
        let folder = TemporaryDirectory()
        // given a dozen visible pictures whose transfers stall
        let lines = DemoPicture.all.prefix(12).map { server.baseURL + "/image/\($0.name)?stall=1" }
        let list = folder.write(Array(lines.joined(separator: "\n").utf8), to: "list.txt")
        let arguments = ["--layout", "grid", "--transition", "none", list]
        try await Halftone.run(arguments, columns: 160, rows: 50, folder: folder) { halftone in
            try halftone.see("1/12")
            // the spinners cause frames, at which the condition is checked again
            try halftone.see("\(count) requests") { _ in Self.pictures(server) >= count }
            // when the other rows have come into view too
            try halftone.press("G")
            try halftone.see("12/12")
            // then none of them was requested: no slot has become free
            #expect(Self.pictures(server) == count)
            #expect(try halftone.quit() == .code(0))
        }
    }
}
