/// A cost limit for the previews of one image: every byte that arrives pays for a few steps, each of which produces a
/// pixel or reads a byte again. A value.
///
/// A preview is often decoded anew from the first byte, or is a copy of all pixels. Where many pixels come from few
/// bytes, a preview for every chunk would take quadratic time. So a preview waits until the last one is paid for: all
/// of them together cost no more than the bytes pay for, a fixed number of steps, and one preview.
struct PreviewBudget {
    private var balance = Self.freeSteps

    /// Steps granted in advance, a few milliseconds: small images never wait.
    static let freeSteps = 1_000_000
    /// Steps that a byte pays for. Photos have two to ten pixels a byte, so they can be shown after every sixth to
    /// thirtieth part of their bytes.
    static let stepsPerByte = 64

    mutating func add(bytes: Int) { balance += Self.stepsPerByte * bytes }

    /// Whether the last preview is paid for.
    var allowsPreview: Bool { balance >= 0 }

    /// Charges for a preview. To be called for every attempt, whether something could be shown or not.
    mutating func spend(_ steps: Int) { balance -= steps }
}
