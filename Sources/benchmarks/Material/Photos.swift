import Glibc
import SamplePhotos

/// The photos to print: those of a folder, or made ones, which behave like them.
@MainActor
final class Photos {
    private let folder: String?
    private let directory: TemporaryDirectory
    /// The paths of made photos by their names.
    private var paths: [String: String] = [:]

    init(folder: String?, directory: TemporaryDirectory) {
        (self.folder, self.directory) = (folder, directory)
    }

    /// Returns the paths of photos of 4, 12 and 24 megapixels.
    func large() throws -> [String] {
        try inFolder() ?? [Self.four, Self.twelve, Self.twentyFour].map { try file($0) }
    }

    /// Returns the paths of photos of 2048x1365, of different places in different light.
    func small() throws -> [String] { try inFolder() ?? Self.small.map { try file($0) } }

    /// Returns the path of a photo of 12 megapixels, which is a made one in any case.
    func made() throws -> String { try file(Self.twelve) }

    /// The pixels of a photo of 2048x1365, as RGB.
    static func pixels() -> [UInt8] { small[0].photo.pixels() }

    private typealias Shot = (photo: CameraPhoto, quality: Int)

    private static let four: Shot = (CameraPhoto(width: 2464, height: 1632, seed: 21, grain: 3), 96)
    private static let twelve: Shot = (CameraPhoto(width: 4032, height: 3024, seed: 3, grain: 3.5), 94)
    private static let twentyFour: Shot = (CameraPhoto(width: 6000, height: 4000, seed: 5, grain: 2.5), 92)
    private static let small: [Shot] = [
        (CameraPhoto(width: 2048, height: 1365, seed: 10, grain: 3), 95),
        (CameraPhoto(width: 2048, height: 1365, seed: 7, grain: 2), 90),
        (CameraPhoto(width: 2048, height: 1365, seed: 22, grain: 4.5), 97),
        (CameraPhoto(width: 2048, height: 1365, seed: 13, grain: 4), 85),
        (CameraPhoto(width: 2048, height: 1365, seed: 9, grain: 1), 93),
        (CameraPhoto(width: 2048, height: 1365, seed: 19, grain: 3), 92),
    ]

    /// Returns the path of the photo, which is made once.
    private func file(_ shot: Shot) throws -> String {
        let (photo, quality) = shot
        let name = "photo-\(photo.width)-\(photo.seed).jpg"
        if let path = paths[name] { return path }
        let bytes = photo.jpeg(quality: quality)
        guard !bytes.isEmpty else { throw Failure("libjpeg could not encode a photo") }
        let path = try directory.file(name, bytes)
        paths[name] = path
        return path
    }

    /// Returns the paths of the photos in the folder in the order of their names; `nil` without a folder.
    private func inFolder() throws -> [String]? {
        guard let folder else { return nil }
        let names = try TemporaryDirectory.names(in: folder).filter { name in
            [".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
        }
        guard !names.isEmpty else { throw Failure("no JPEG in \(folder)") }
        return names.sorted().map { folder + "/" + $0 }
    }
}
