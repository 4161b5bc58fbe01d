import ImageCoding

/// A picture in a file, decoded without caches, threads or network.
public enum LocalPicture {
    /// Reads and decodes a file. Blocking, and on the caller's thread: for a program that has nothing else to do.
    public static func decode(
        _ path: String, variant: ImageVariant, limits: DecodeLimits = DecodeLimits(),
        coders: ImageCodersManager = .shared
    ) -> Result<Image, ImageError> {
        let file = FileReader(limit: ImageDownloader.Limits().bytes).read(path)
        return file.flatMap { payload in
            do throws(ImageCodingError) {
                return .success(try coders.decode(payload.bytes, options: variant.decodeOptions(limits: limits)))
            } catch {
                return .failure(.badImageData(error))
            }
        }
    }
}
