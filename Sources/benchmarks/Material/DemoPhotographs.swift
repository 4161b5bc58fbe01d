import DemoAssets

/// Some of the demo's photographs.
enum DemoPhotographs {
    private static let names = [
        "alpine-lake.jpg", "lighthouse-at-dusk.jpg", "city-at-dusk.jpg", "seahorse-valley.jpg", "flowing-ink.jpg",
    ]

    static var all: [(name: String, bytes: [UInt8])] {
        (0..<halftone_demo_picture_count()).map { halftone_demo_picture($0) }.compactMap { picture in
            let name = String(cString: picture.name)
            guard names.contains(name) else { return nil }
            return (name, Array(UnsafeRawBufferPointer(start: picture.bytes, count: picture.byte_count)))
        }
    }
}
