import FoundationEssentials
import Glibc

/// The pictures that a real gallery bound during a fling through a folder and back, read from its trace.
struct RecordedFling {
    /// Names of pictures in the order in which cells were bound.
    let binds: [String]

    private static let pictures = 600
    private static let down = "\u{1b}[6~"
    private static let home = "\u{1b}[H"

    @MainActor
    init(_ session: BenchmarkSession) throws {
        let folder = session.directory.path + "/fling"
        mkdir(folder, 0o700)
        let picture = folder + "/0000.png"
        try SyntheticPicture(width: 16, height: 16).writePNG(to: picture)
        for number in 1..<Self.pictures {
            let name = String(number)
            link(picture, folder + "/" + String(repeating: "0", count: 4 - name.count) + name + ".png")
        }
        let trace = session.directory.path + "/fling.jsonl"
        let options = [
            "--no-cache", "--trace", trace, "--load-delay", "0", "--prefetch", "0", "--transition", "none",
            "--placeholder",
            "none",
        ]
        let gallery = try GalleryOnTerminal(Command(try session.programs.halftone(), options + [folder]))
        _ = try gallery.seconds(until: .picture)
        // short scrolls at the top, each followed by a fling over more pictures than the cache holds
        for round in 1...4 {
            for _ in 0..<6 {
                for _ in 0..<2 { try gallery.press(Self.down) }
                try gallery.press(Self.home)
            }
            for _ in 0..<(8 * round) { try gallery.press(Self.down) }
            try gallery.press(Self.home)
        }
        try gallery.quit(after: .picture)
        let text = String(decoding: try Data(contentsOf: URL(filePath: trace)), as: UTF8.self)
        binds = text.split(separator: "\n").filter { $0.contains("\"event\":\"bind\"") }.compactMap { line in
            line.split(separator: "\"").first { $0.hasSuffix(".png") }.map { String($0) }
        }
        guard binds.count > Self.pictures / 4 else { throw Failure("the gallery bound only \(binds.count) rows") }
    }
}
