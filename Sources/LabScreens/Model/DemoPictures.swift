import DemoAssets
import ImageLab

/// The pictures that are compiled into the program, in the form that the Lab's server serves.
package enum DemoPictures {
    package static func all() -> [LabPicture] {
        (0..<halftone_demo_picture_count()).map { index in
            let picture = halftone_demo_picture(index)
            return LabPicture(
                name: String(cString: picture.name), title: String(cString: picture.title),
                summary: String(cString: picture.summary),
                mimeType: String(cString: picture.mime_type), byteCount: picture.byte_count
            ) {
                let picture = halftone_demo_picture(index)
                return [UInt8](UnsafeRawBufferPointer(start: picture.bytes, count: picture.byte_count))
            }
        }
    }
}
