/// The bytes of an image that have arrived, and what its previews may cost. A value.
struct Arrival {
    /// The decode options. The time limit starts anew with each call.
    var options: DecodeOptions
    private(set) var bytes: [UInt8] = []
    /// Whether a preview would show more than the last one.
    var hasNews = false
    var budget = PreviewBudget()
    /// Whether no more bytes are decoded before the end: after an error, or because the image is finished.
    var hasEnded = false

    init(options: DecodeOptions) { self.options = options }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        options.restartTimeLimit()
        bytes += piece
        budget.add(bytes: piece.count)
    }
}
