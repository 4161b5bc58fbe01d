import ImageCoding

/// The identity of an image job: the job that brings the bytes, and its product.
struct ImageJobKey: Hashable, Sendable {
    let bytes: JobGraph.JobID
    let image: ImageKey
    let settings: DecodeSettings
}

/// The settings besides its key that affect a decoded image.
struct DecodeSettings: Hashable, Sendable {
    var limits = DecodeLimits()
    var preloadsFrames = false
    /// The request's own coder: the identity of an object, the type of a value.
    var coder: ObjectIdentifier?
    /// The request's own hint of the format.
    var hint: String?
}
