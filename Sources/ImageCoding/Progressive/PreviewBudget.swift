/// What the previews of one picture may cost together: every byte that arrives pays for a few steps, each of which makes a
/// pixel or looks at a byte once more. A value.
///
/// A preview is often made anew from the first byte, or is a copy of all pixels. Where many pixels come from few bytes, one
/// with every piece would take the square of the time that the picture takes. So it waits until the last one is paid for:
/// all of them together cost no more than the bytes pay for, a fixed number of steps, and one preview.
struct PreviewBudget {
    private var balance = Self.freeSteps

    /// A few milliseconds: small pictures never wait.
    static let freeSteps = 1_000_000
    /// Photos have two to ten pixels a byte: they can be shown after every sixth to thirtieth part of their bytes.
    static let stepsPerByte = 64

    mutating func add(bytes: Int) { balance += Self.stepsPerByte * bytes }

    /// Whether the last preview is paid for.
    var allowsPreview: Bool { balance >= 0 }

    /// To be said of every preview that was tried, whether something could be shown or not.
    mutating func spend(_ steps: Int) { balance -= steps }
}
