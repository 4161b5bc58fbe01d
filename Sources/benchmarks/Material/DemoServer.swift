import DemoAssets
import ImageLab

/// The Lab's server in this process, with the demo's pictures.
enum DemoServer {
    static let pictures = (0..<halftone_demo_picture_count()).map { index in
        let picture = halftone_demo_picture(index)
        return LabPicture(
            name: String(cString: picture.name), title: String(cString: picture.title),
            mimeType: String(cString: picture.mime_type),
            fixedBytes: UnsafeRawBufferPointer(start: picture.bytes, count: picture.byte_count))
    }

    static func start() throws -> LabServer {
        let server = LabServer(pictures: pictures)
        try server.start()
        return server
    }
}
