import Basis
import Pixels

/// How a picture is wanted: the size it will be shown at, and what may be spent on it.
public struct DecodeOptions: Sendable {
    /// How faithful a reduction must be.
    public enum Fidelity: String, Sendable {
        /// Reduces while decoding where the format can, as long as the result stays close to `exact`.
        case fast
        /// Every source pixel is averaged in linear light.
        case exact
    }

    /// The pixels it must fit into; `nil` decodes at the source's own size. A picture is never enlarged to fill it.
    public var box: PixelSize?
    public var fit = Fit.contain
    /// Width divided by height of one pixel of the box as it will be shown; 1 when a cell is exactly twice as high
    /// as wide.
    public var pixelAspect = 1.0
    public var fidelity = Fidelity.fast
    public var limits = DecodeLimits()
    /// Checked between rows; when it is cancelled the decode ends with ``ImageCodingError/cancelled``.
    public var cancellation: CancellationToken?

    public init(box: PixelSize? = nil) { self.box = box }

    /// Throws if the work is not wanted any more.
    func checkCancelled() throws(ImageCodingError) {
        if cancellation?.isCancelled == true { throw .cancelled }
    }
}
