import Pixels

/// Brings the colours of rows to sRGB, in place, before they are reduced. Alpha stays.
///
/// Any number of threads may use one at a time.
public struct RowTransform: Sendable {
    private let body: @Sendable (UnsafeMutableBufferPointer<UInt8>) -> Void

    /// `body` changes whole pixels of the layout the transform was made for.
    public init(_ body: @escaping @Sendable (UnsafeMutableBufferPointer<UInt8>) -> Void) { self.body = body }

    public func apply(to row: UnsafeMutableBufferPointer<UInt8>) { body(row) }
}
