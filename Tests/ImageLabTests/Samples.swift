@testable import ImageLab

/// Minimal pictures, and a large one.
enum Samples {
    /// Returns the markers of a JPEG with `length` bytes of entropy-coded data.
    static func jpeg(length: Int = 20_000) -> [UInt8] {
        let header: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        // a period of 251 reveals misplaced bytes; doubling is fast without the optimizer
        var data = (0..<251).map { UInt8($0 * 31 % 251) }
        while data.count < length { data += data }
        return header + scan + data.prefix(length) + [0xFF, 0xD9]
    }

    /// Larger than the buffers of a connection. Made once.
    static let large = jpeg(length: 20_000_000)

    /// One transparent pixel, complete and valid.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A,
        0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89,
        0, 0, 0, 10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0, 1, 0, 0, 5, 0, 1, 0x0D, 0x0A, 0x2D, 0xB4,
        0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    static let pictures = [
        LabPicture(name: "photo", title: "Salt & <pepper> \"to taste\"", mimeType: "image/jpeg") { jpeg() },
        LabPicture(name: "dot", title: "Dot", mimeType: "image/png") { png },
        LabPicture(name: "large one", title: "Large", mimeType: "image/jpeg") { large },
    ]

    /// Returns a started server with these pictures.
    static func server() throws -> LabServer {
        let server = LabServer(pictures: pictures)
        try server.start()
        return server
    }
}

extension LabFaults {
    /// Reads faults from a query such as `delay=300&rate=20000&etag`.
    init(query: String) throws(LabError) { try self.init(LabQuery(query)) }
}
