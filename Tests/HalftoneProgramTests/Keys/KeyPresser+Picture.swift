import TestSupport
import Testing

@testable import GalleryScreens

/// The keys of an open picture, tried on ``KeyedFeed``.
extension KeyPresser {
    /// Presses the key for animations on the second picture. It begins and ends at the ninth.
    func pressWhatMoves() throws {
        try halftone.press(":2\r")
        try halftone.see("the animation") { $0.screen.contains("frame ") && $0.screen.contains(" × ") }
        try press("a", .playPause, seeing: "paused")
        try halftone.press(":9\r")
        try halftone.see("the ninth", KeyedFeed.isPlace(9))
        try halftone.see("a picture that does not move") {
            !$0.screen.contains("frame ") && $0.screen.contains(" × ") && $0.colors > 200
        }
    }

    func percent(_ halftone: Halftone) -> Int {
        halftone.screen.firstMatch(of: /([0-9]+) %/).flatMap { Int($0.1) } ?? 0
    }

    func pressWhatEnlarges() throws {
        #expect(percent(halftone) == 0)
        try press("+", .larger, "a part of it") { percent($0) > 0 }
        let once = percent(halftone)
        try halftone.press("+")
        try halftone.see("a smaller part") { percent($0) > once }
        let twice = percent(halftone)
        try press("-", .smaller, "a larger part") { percent($0) > 0 && percent($0) < twice }
        try press("0", .wholePicture, "all of it") { percent($0) == 0 }
        try press("z", .fit, "what fills the screen") { percent($0) > 0 }
        try halftone.press("z")
        try halftone.see("100 %")
        // panning by a quarter of the screen, which does not go to another picture
        try halftone.see("every pixel once") { MapPicture.corner($0) != nil }
        let start = try #require(MapPicture.corner(halftone))
        // 14 or 15 of 58 rows of pixels; a cell begins with an even one
        try press("↓", .down, "a lower part") { (MapPicture.corner($0)?.y ?? 0) > start.y + 13 }
        let lower = try #require(MapPicture.corner(halftone))
        #expect(lower.x == start.x && lower.y <= start.y + 16, "from \(start) to \(lower)")
        let right = (x: start.x + 40, y: start.y)
        for (name, action, wanted) in [
            ("↑", .up, start), ("j", .down, lower), ("k", .up, start), ("→", .next, right), ("←", .previous, start),
        ] as [(String, Action, (x: Int, y: Int))] {
            try press(name, action, "the part at \(wanted)") { halftone in
                MapPicture.corner(halftone).map { $0 == wanted } ?? false
            }
            #expect(KeyedFeed.isPlace(9)(halftone) && percent(halftone) == 100)
        }
        try halftone.press("0")
        try halftone.see("all of it") { percent($0) == 0 }
    }

    /// The lines of the details panel, without the last line of the screen, which changes by itself; empty if the panel
    /// is not shown.
    private var details: [Substring] {
        let lines = halftone.screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.compactMap { line in line.firstIndex { "╭│╰".contains($0) }.map { line[$0...] } }
    }

    func pressWhatIsAskedOfOne(_ base: String) throws {
        try press("m", .mark, seeing: "✓ fig 9")
        try press("W", .saveMarked, seeing: "saved as map.png")
        try halftone.press("m")
        try halftone.see("no mark") { !$0.screen.contains("✓ fig 9") }
        try press("S", .slideshow, seeing: "slideshow: next picture every 5 s")
        try halftone.press("S")
        try halftone.see("slideshow ended")
        try halftone.press(":9\r")
        for (name, action) in [("d", .details), ("}", .textForward), ("{", .textBack)] as [(String, Action)] {
            try press(name, action, seeing: "shown at")
            try halftone.press("d")
            try halftone.see("no details") { _ in details.isEmpty }
        }
        try pressWhatSpeaks(base, saving: "already saved as map.png")
        try press("q", .quit, "the list") { $0.screen.contains("▌") }
        try halftone.press("\r")
        try halftone.see("Esc back")
        for name in ["Esc", "h", "Backspace"] {
            try press(name, .close, "the list") { $0.screen.contains("▌") }
            try halftone.press("\r")
            try halftone.see("Esc back")
        }
    }
}
