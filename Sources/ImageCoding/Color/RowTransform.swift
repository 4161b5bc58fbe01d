import Pixels

/// A transform of rows to sRGB, in place, before they are reduced. Alpha is unchanged.
///
/// Safe to use from any number of threads concurrently.
public struct RowTransform: Sendable {
    private let body: @Sendable (UnsafeMutableBufferPointer<UInt8>) -> Void

    /// Creates a transform. `body` changes whole pixels of the layout the transform was made for.
    public init(_ body: @escaping @Sendable (UnsafeMutableBufferPointer<UInt8>) -> Void) { self.body = body }

    /// Converts a row in place. It holds whole pixels of the layout that the transform was made for.
    public func apply(to row: UnsafeMutableBufferPointer<UInt8>) { body(row) }
}
