import HalftoneCore
import ImageLab
import LabTestSupport
import Pixels
import TestSupport

/// A feed to try keys on.
enum KeyedFeed {
    static let count = 40
    static let colors: [RGB] = [
        RGB(200, 0, 0), RGB(0, 160, 0), RGB(0, 0, 200), RGB(180, 180, 0), RGB(0, 180, 180), RGB(180, 0, 180),
    ]

    /// Returns a server of a feed with forty entries and one without a picture. The first picture changes its color
    /// with each request, the second is an animation, the ninth encodes the position of its pixels; it and the fifth
    /// match “fig”.
    static func server() throws -> LabServer {
        let (base, turn) = (Lock(""), Lock(0))
        let photo = DemoPicture.firstJPEG.bytes
        let server = LabServer(pictures: [
            LabPicture(name: "photo.jpg", title: "photo", mimeType: "image/jpeg") { photo },
            LabPicture(name: "turning.png", title: "turning", mimeType: "image/png") {
                let color = turn.withLock { turn in
                    turn += 1
                    return colors[(turn - 1) % colors.count]
                }
                return FlatPicture.png(48, 32, (color.red, color.green, color.blue))
            },
            LabPicture(name: "map.png", title: "map", mimeType: "image/png") { MapPicture.png },
            LabPicture(name: "moving.gif", title: "moving", mimeType: "image/gif") {
                BlinkingGIF.bytes(loops: 0, hundredths: 15, frames: 3)
            },
            LabPicture(name: "feed", title: "feed", mimeType: "application/atom+xml") {
                Array(feed(base.withLock(\.self)).utf8)
            },
        ])
        try server.start()
        base.withLock { $0 = server.baseURL }
        return server
    }

    private static func feed(_ base: String) -> String {
        let entries = (1...count).map { number in
            let picture = [1: "turning.png", 2: "moving.gif", 9: "map.png"][number] ?? "photo.jpg?seed=\(number)"
            let title = number == 5 || number == 9 ? "fig \(number)" : "picture \(number)."
            return "<entry><title>\(title)</title><id>\(number)</id><link href='\(base)/page/\(number)'/>"
                + "<link rel='enclosure' href='\(base)/image/\(picture)'/></entry>"
        }
        return "<feed xmlns='http://www.w3.org/2005/Atom'><title>The feed</title>\(entries.joined())"
            + "<entry><title>bare</title><id>bare</id></entry></feed>"
    }

    static func isPlace(_ place: Int) -> (Halftone) -> Bool { { $0.place(of: count) == place } }

    /// The number of titles that are side by side.
    static func gridColumns(_ halftone: Halftone) -> Int {
        halftone.screen.split(separator: "\n").map { $0.matches(of: /(picture|fig) [0-9]+/).count }.max() ?? 0
    }

    /// The color of a cell, if it is one of the first picture's changing colors.
    static func color(_ halftone: Halftone, _ column: Int, _ row: Int) -> RGB? {
        halftone.emulator[column, row].background.flatMap { colors.contains($0) ? $0 : nil }
    }
}
