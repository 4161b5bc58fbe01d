import ImageCoding

/// The identity of an image job: its product and its input.
struct ImageJobKey: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// The job that brings the bytes.
        case bytes(JobGraph.JobID)
        /// The image in memory that a transform begins with.
        case image(ImageReference)
    }

    let origin: Origin
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

/// An image compared by identity, held strongly so that no other image can have its address.
struct ImageReference: Hashable, Sendable {
    let image: Image
    static func == (left: Self, right: Self) -> Bool { left.image === right.image }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
}
