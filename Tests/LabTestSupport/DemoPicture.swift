import DemoAssets
import ImageLab
import TestSupport

/// The demo's pictures, for servers and caches of tests.
public enum DemoPicture {
    public static let all: [(name: String, bytes: [UInt8])] = (0..<halftone_demo_picture_count()).map { index in
        let picture = halftone_demo_picture(index)
        return (
            String(cString: picture.name),
            [UInt8](UnsafeRawBufferPointer(start: picture.bytes, count: picture.byte_count))
        )
    }

    public static var firstJPEG: (name: String, bytes: [UInt8]) { all.first { $0.name.hasSuffix(".jpg") } ?? ("", []) }

    /// Returns a new folder with the first JPEGs: 0.jpg, 1.jpg and so on.
    public static func folder(count: Int) -> TemporaryDirectory {
        let folder = TemporaryDirectory()
        for (index, picture) in all.filter({ $0.name.hasSuffix(".jpg") }).prefix(count).enumerated() {
            folder.write(picture.bytes, to: "\(index).jpg")
        }
        return folder
    }

    public static func server() throws -> LabServer {
        let server = LabServer(
            pictures: all.map { picture in
                LabPicture(
                    name: picture.name, title: picture.name,
                    mimeType: picture.name.hasSuffix(".png") ? "image/png" : "image/jpeg", bytes: { picture.bytes })
            })
        try server.start()
        return server
    }
}
