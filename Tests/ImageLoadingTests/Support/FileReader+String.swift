import HalftoneCore

@testable import ImageLoading

extension FileReader {
    func read(_ path: String) -> Result<Payload, ImageError> { read(FilePath(path)) }
    func open(_ path: String) throws(ImageError) -> StoredBytes { try open(FilePath(path)) }
}
