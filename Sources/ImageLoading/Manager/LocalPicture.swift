import Basis
import FoundationEssentials
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

extension ImageVariant {
    /// What a coder is asked for.
    func decodeOptions(limits: DecodeLimits) -> DecodeOptions {
        var options = DecodeOptions(box: box)
        options.fit = fit
        options.pixelAspect = pixelAspect
        options.fidelity = fidelity
        options.limits = limits
        return options
    }
}

extension ImageManager {
    /// Loads an image and blocks until it is there. Never on the main thread of a program that has a main loop.
    public func waitForImage(
        _ url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> Result<LoadedImage, ImageError> {
        let done = DispatchFlag()
        let result = Lock<Result<LoadedImage, ImageError>>(.failure(.cancelled))
        Task {
            do throws(ImageError) {
                let image = try await image(for: url, options: options, context: context)
                result.withLock { $0 = .success(image) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            done.set()
        }
        done.wait()
        return result.withLock { $0 }
    }
}
