/// A program that does the same work as `halftone print`, or a part of it.
struct Peer: Sendable {
    let name: String
    let arguments: @Sendable (String) -> [String]

    /// The box of cells into which every viewer fits an image.
    static let box = "80x40"

    /// The viewers, all in color with half a cell per pixel, except jp2a, which has no half blocks and prints 80x27
    /// characters.
    static let viewers = [chafa, timg, jp2a, catimg]

    static let chafa = Peer(name: "chafa") {
        ["--format", "symbols", "--symbols", "vhalf", "--colors", "full", "--size", box, $0]
    }
    static let timg = Peer(name: "timg") { ["-g" + box, "-ph", $0] }
    static let jp2a = Peer(name: "jp2a") { ["--colors", "--fill", "--size=80x27", $0] }
    static let catimg = Peer(name: "catimg") { ["-w", "160", "-r", "2", $0] }

    /// The decoder of libjpeg-turbo, which prints nothing.
    static let scaledDecode = Peer(name: "djpeg") { ["-scale", "1/4", $0] }
}
