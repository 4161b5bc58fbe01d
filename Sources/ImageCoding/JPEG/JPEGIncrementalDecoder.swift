import Pixels

/// An incremental decoder for JPEG: it shows the rows received so far, or the effect of each scan.
///
/// The library reads from a suspending source; an image with several scans is drawn completely for each preview. The
/// final image is decoded anew, from all bytes.
final class JPEGIncrementalDecoder: StillIncrementalDecoder {
    var arrival: Arrival
    private var decoder: JPEGDecoder?
    private var drawing: Drawing?
    /// Whether nothing can be shown before the end.
    private var isBlind = false

    /// The state that exists once the header has arrived.
    private struct Drawing {
        /// A reduction without rows.
        let empty: JPEGReduction
        /// The rows of the only scan, or of the first.
        var reduction: JPEGReduction
        /// Whether the first of several scans has been drawn to its end.
        var isFirstScanOver = false
    }

    init(options: DecodeOptions) { arrival = Arrival(options: options) }

    func decodeArrived() throws(ImageCodingError) {
        guard !isBlind else { return }
        let options = arrival.options
        try fed { (decoder) throws(ImageCodingError) in
            if drawing == nil, try decoder.readHeader() {
                guard !decoder.header.is_arithmetic else { return isBlind = true }
                drawing = try begin(decoder)
                arrival.hasNews = true  // there may be a thumbnail
            }
            if drawing?.isFirstScanOver == false { try readRows(decoder) }
            guard drawing?.isFirstScanOver == true else { return }
            let isNew = try decoder.readArrived(limit: options.limits.scans(of: decoder.storedSize)) {
                () throws(ImageCodingError) in try options.checkMayContinue()
            }
            arrival.hasNews = isNew || arrival.hasNews
        }
    }

    func draw() throws(ImageCodingError) -> Image? {
        guard let drawing else { return nil }
        let (plan, bytes) = (drawing.empty.plan, arrival.bytes)
        var reduction = drawing.reduction
        guard reduction.shown > 0 else {
            return JPEGCoder.thumbnail(in: bytes, of: plan.uprightSize, plan.orientation, arrival.options)
        }
        arrival.budget.spend(drawing.isFirstScanOver ? reduction.decodedSize.area : plan.window.size.area)
        if drawing.isFirstScanOver {
            reduction = drawing.empty
            try fed { (decoder) throws(ImageCodingError) in
                try decoder.beginPreview()
                try reduction.addRows(of: decoder, options: arrival.options)
                _ = decoder.endPreview()  // the scan that was drawn has been read to its end
            }
        }
        return reduction.image(sourceBytes: bytes.count, isIncremental: true)
    }

    /// Decodes the image anew. Previews are drawn with less accuracy; moreover, libjpeg decodes damage to other pixels
    /// if it has fewer bytes buffered, because its faster reader, which needs a few hundred for each block, recovers
    /// differently.
    func drawWhole() throws(ImageCodingError) -> Image {
        (decoder, drawing) = (nil, nil)  // releases memory first: images with several scans take much
        return try JPEGCoder().decode(arrival.bytes, options: arrival.options)
    }

    // MARK: -

    /// Calls `body` while the library's source points at the bytes.
    private func fed(_ body: (JPEGDecoder) throws(ImageCodingError) -> Void) throws(ImageCodingError) {
        let decoder = if let decoder { decoder } else { try JPEGDecoder() }
        self.decoder = decoder
        let bytes = arrival.bytes
        try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            decoder.feed(buffer)
            try body(decoder)
        }
    }

    private func begin(_ decoder: JPEGDecoder) throws(ImageCodingError) -> Drawing {
        let bytes = arrival.bytes
        let empty = try JPEGReduction(
            decoder, orientation: ExifOrientation.inJPEG(bytes), color: SourceColor.inJPEG(bytes),
            fidelity: .fast, options: arrival.options)  // a preview need not be exact
        if decoder.header.has_multiple_scans { try decoder.beginPreview() }
        return Drawing(empty: empty, reduction: empty)
    }

    /// Adds the rows that have become complete.
    private func readRows(_ decoder: JPEGDecoder) throws(ImageCodingError) {
        guard var drawing = drawing.take() else { return }  // taken out so that its sums are changed in place
        defer { self.drawing = drawing }
        let shown = drawing.reduction.shown
        try drawing.reduction.addRows(of: decoder, options: arrival.options)
        arrival.hasNews = arrival.hasNews || drawing.reduction.shown > shown
        if decoder.header.has_multiple_scans, drawing.reduction.shown == 1 {
            drawing.isFirstScanOver = decoder.endPreview()
        }
    }
}

extension JPEGCoder: ProgressiveImageCoder {
    public func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder {
        JPEGIncrementalDecoder(options: options)
    }
}
