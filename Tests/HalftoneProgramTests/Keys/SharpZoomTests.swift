import TestSupport
import Testing

/// The sizes in which the open picture is decoded, in a terminal.
@Suite(.serialized, .endsInTime) struct SharpZoomTests {
    /// An enlargement of the pixels on screen would be blurred.
    @Test func `an enlarged picture is decoded at the displayed size`() async throws {
        let folder = TemporaryDirectory()
        let path = folder.write(MapPicture.png, to: "map.png")
        let (columns, pixels) = (100, MapPicture.size.width * MapPicture.size.height)
        let options = ["--transition", "none", "--no-cache", "--trace", folder.path + "/trace"]
        try await Halftone.run(options + [path], columns: columns, folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("\r")
            try halftone.see("all of it") { $0.screen.contains(" × ") && $0.colors > 200 }
            // a little larger: neighbors are different pixels, of which some are skipped
            try halftone.press("+")
            try halftone.see("a part of it, sharp") { $0.screen.contains(" %") && MapPicture.isSharp($0, row: 10) }
            #expect(MapPicture.corner(halftone) == nil)
            // pixel by pixel: the cells show the middle, one pixel after the other
            try halftone.press("0", "z", "z")
            try halftone.see("every pixel once") { $0.screen.contains("100 %") && MapPicture.corner($0) != nil }
            let corner = try #require(MapPicture.corner(halftone))
            #expect(corner.x == (MapPicture.size.width - columns) / 2 && (120...121).contains(corner.y))
            #expect(try halftone.quit() == .code(0))
        }
        // then all of it was decoded for the last step only, and for the others no more than was visible
        let decoded = try RecordedTrace(folder.read("trace")).events.filter { $0["event"] == "decoded" }
            .compactMap { $0["bytes"].flatMap { Int($0) } }
        #expect(decoded.contains(4 * pixels), "\(decoded)")
        let others = decoded.filter { $0 != 4 * pixels }
        #expect(others.allSatisfy { $0 <= 4 * 2 * columns * 2 * 29 }, "\(decoded)")
        #expect(Set(others).count >= 2, "all of it and a part of it were decoded at sizes of their own: \(decoded)")
    }
}
