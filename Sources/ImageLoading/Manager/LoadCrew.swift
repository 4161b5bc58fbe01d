import FoundationEssentials
import ImageCoding

/// Who does the work of a load, and how: what the job graph carries from the request to the work without looking at it.
final class LoadCrew: Sendable {
    let url: URL
    let options: ImageOptions
    let loader: any ImageLoader
    /// The coders that are asked for the bytes: the manager's, or the one that the request brings.
    let coders: ImageCodersManager
    let limits: DecodeLimits
    let preloadsFrames: Bool
    /// One for each step from the decoded image to the final one.
    let transformers: [any ImageTransformer]
    let serializer: ImageManager.CacheSerializer?
    let encodeOptions: EncodeOptions
    let context: ImageContext

    init(
        url: URL, options: ImageOptions, loader: any ImageLoader, coders: ImageCodersManager, limits: DecodeLimits,
        preloadsFrames: Bool, transformers: [any ImageTransformer], serializer: ImageManager.CacheSerializer?,
        context: ImageContext
    ) {
        self.url = url
        self.options = options
        self.loader = loader
        self.coders = coders
        self.limits = limits
        self.preloadsFrames = preloadsFrames
        self.transformers = transformers
        self.serializer = serializer
        self.context = context
        encodeOptions = context.encodeOptions
    }

    /// What a coder is asked for. `isFinal`: the bytes are the encoded final image, which is taken as it is.
    func decodeOptions(for key: ImageKey, isFinal: Bool) -> DecodeOptions {
        guard !isFinal else {
            var options = DecodeOptions()
            options.limits = limits
            return options
        }
        var options = key.variant.decodeOptions(limits: limits)
        options.animation = !key.variant.isAnimated ? .firstFrame : preloadsFrames ? .preloaded : .frames
        return options
    }

    /// What the loader is asked for.
    func request(_ key: FetchKey, _ priority: ImagePriority, load: Int) -> ImageRequest {
        var request = ImageRequest(url: url, options: options, priority: priority)
        request.validators = key.validators
        request.headers = context.headers
        request.requestModifier = context.downloadRequestModifier
        request.responseModifier = context.downloadResponseModifier
        request.decryptor = context.downloadDecryptor
        request.wantsBytes = options.contains(.progressiveLoad)
        request.partialKey = key.source
        request.load = load
        return request
    }
}
