/// An incremental decoder of a still: when it decodes, shows and ends. How it does so depends on the format.
protocol StillIncrementalDecoder: IncrementalDecoder {
    var arrival: Arrival { get set }

    /// Decodes what the last bytes complete, and sets ``Arrival/hasNews``. It is not called again after an error.
    func decodeArrived() throws(ImageCodingError)

    /// Returns a preview of what has been decoded, whose cost it takes from ``Arrival/budget``; `nil` if there is
    /// nothing to show.
    func draw() throws(ImageCodingError) -> Image?

    /// Returns the image of all bytes.
    func drawWhole() throws(ImageCodingError) -> Image
}

extension StillIncrementalDecoder {
    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        arrival.append(bytes)
        try arrival.options.checkMayContinue()
        guard !arrival.hasEnded, !bytes.isEmpty else { return }
        arrival.hasEnded = true
        try decodeArrived()
        arrival.hasEnded = false
    }

    func preview() throws(ImageCodingError) -> Image? {
        arrival.options.restartTimeLimit()
        try arrival.options.checkMayContinue()
        guard arrival.hasNews, arrival.budget.allowsPreview, !arrival.hasEnded else { return nil }
        arrival.hasNews = false
        return try draw()
    }

    func finish() throws(ImageCodingError) -> Image {
        arrival.options.restartTimeLimit()
        try arrival.options.checkMayContinue()
        defer { arrival.hasEnded = true }
        return try drawWhole()
    }
}
