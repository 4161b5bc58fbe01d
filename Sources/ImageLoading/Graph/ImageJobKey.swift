import ImageCoding

/// Names an image that is made, and what it is made of.
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

/// What decides about a decoded image beside its key.
struct DecodeSettings: Hashable, Sendable {
    var limits = DecodeLimits()
    var preloadsFrames = false
    /// A coder that the plan brings: an object by itself, a value by its type.
    var coder: ObjectIdentifier?
}

/// An image compared by identity. It holds the image, so that no other can have its address.
struct ImageReference: Hashable, Sendable {
    let image: Image
    static func == (left: Self, right: Self) -> Bool { left.image === right.image }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
}
