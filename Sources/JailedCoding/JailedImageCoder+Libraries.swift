import CDecoders
import Glibc
import ImageCoding

extension JailedImageCoder {
    /// Returns the name and the version of the format's library. Blocks while a worker starts.
    ///
    /// - Throws: the reason why there is none, with the package to install.
    public func library() throws(ImageCodingError) -> String {
        let options = DecodeOptions().begun
        return try workers.withWorker(for: format, options) { (worker) throws(ImageCodingError) in worker.library }
    }

    /// Whether the library of the format seems to be installed: a file of its name is in one of the usual folders. The
    /// library is not opened.
    public var isLibraryInstalled: Bool {
        guard let library = PictureLibrary.named(format.name) else { return false }
        let file = String(cString: library.file)
        return Self.folders.contains { access("\($0)/\(file)", R_OK) == 0 }
    }

    private static let folders = [
        "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib",
    ]
}
