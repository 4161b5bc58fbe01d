import HalftoneCore

/// Since when each picture has been at its place. A value.
///
/// While a new picture moves it is shown in half blocks, which cost little; its pixels follow when it has rested.
struct RestTracker: Sendable {
    /// The time after which a picture that has not moved is at rest: longer than the pause between two repetitions of a
    /// held key.
    static let pause = Duration.milliseconds(120)

    private var since: [PicturePlace: Duration] = [:]

    /// Records the pictures of the next frame. Returns those that have left the screen, or moved, before they were at
    /// rest.
    mutating func adopt(_ canvas: Canvas, at now: Duration) -> Set<UInt32> {
        guard !canvas.pictures.isEmpty || !since.isEmpty else { return [] }
        let before = since
        since = [:]
        var last: PicturePlace?
        for (index, cell) in canvas.cells.enumerated() where cell.isPlaceholder {
            let placed = PicturePlace(cell, at: index, columns: canvas.size.columns)
            guard placed != last else { continue }
            last = placed
            since[placed] = before[placed] ?? now
        }
        return Set(before.filter { since[$0.key] == nil && now - $0.value < Self.pause }.keys.map(\.number))
    }

    /// Returns whether a picture of the latest frame is at rest.
    func isResting(_ placed: PicturePlace, at now: Duration) -> Bool {
        since[placed].map { now - $0 >= Self.pause } ?? false
    }

    /// When the next picture will be at rest that is not yet; `nil` if all are.
    func nextRest(after now: Duration) -> Duration? {
        since.values.lazy.map { $0 + Self.pause }.filter { $0 > now }.min()
    }

    /// The numbers of all pictures on the screen.
    var numbers: Set<UInt32> { Set(since.keys.map(\.number)) }

    /// Starts all rests anew, on a screen whose content is lost.
    mutating func forget() { since = [:] }
}
