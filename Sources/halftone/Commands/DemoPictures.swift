import DemoAssets
import ImageLab

/// The pictures that are compiled into the program, as the Lab's server offers them.
enum DemoPictures {
    static func all() -> [LabPicture] {
        (0..<halftone_demo_picture_count()).map { index in
            let picture = halftone_demo_picture(index)
            return LabPicture(
                name: String(cString: picture.name), title: String(cString: picture.title),
                mimeType: String(cString: picture.mime_type), demoQuery: pace(of: Int(index)),
                fixedBytes: UnsafeRawBufferPointer(start: picture.bytes, count: picture.byte_count))
        }
    }

    /// A delay and a rate as a picture on the web has them, so that spinners and bars are seen: from 60 to 510 ms and
    /// from 150 to 550 KB/s, the same for a picture every time.
    private static func pace(of index: Int) -> String {
        "delay=\(60 + index * 7 % 10 * 50)&rate=\(150_000 + index * 3 % 9 * 50_000)"
    }
}
