import HalftoneCore

@testable import halftone

// Tests write sources and pictures as strings.

extension ReadingPositions {
    subscript(source: String) -> ReadingPosition? { self[Name(source)] }
    mutating func remember(_ position: ReadingPosition, in source: String) { remember(position, in: Name(source)) }
}

extension ReadingPosition {
    init(picture: String, index: Int) { self.init(picture: PublicAddress(picture), index: index) }
}
