import HalftoneCore

/// The times since which pictures have been where they are; frames of an animation are one picture. A value.
///
/// While a new picture moves it is shown in half blocks, which cost little; its pixels follow when it has rested.
struct RestTracker: Sendable {
    /// The time after which a picture that has not moved is at rest: longer than the pause between two repetitions of a
    /// held key.
    static let pause = Duration.milliseconds(120)

    private struct Place: Hashable {
        let subject: PictureSubject
        let origin: CellPoint
    }
    private var since: [Place: Duration] = [:]

    /// Records the pictures of the next frame. Returns those that have left the screen, or moved, before they were at
    /// rest.
    mutating func adopt(_ canvas: Canvas, at now: Duration) -> Set<PictureSubject> {
        guard !canvas.pictures.isEmpty || !since.isEmpty else { return [] }
        let before = since
        since = [:]
        var last: PicturePlace?
        for (index, cell) in canvas.cells.enumerated() where cell.isPlaceholder {
            let placed = PicturePlace(cell, at: index, columns: canvas.size.columns)
            guard placed != last else { continue }
            last = placed
            let place = Self.place(placed, on: canvas)
            since[place] = before[place] ?? now
        }
        var interrupted: Set<PictureSubject> = []
        for (place, start) in before where since[place] == nil && now - start < Self.pause {
            interrupted.insert(place.subject)
        }
        return interrupted
    }

    private static func place(_ placed: PicturePlace, on canvas: Canvas) -> Place {
        Place(
            subject: canvas.pictures[placed.number]?.subject ?? .picture(placed.number), origin: placed.origin)
    }

    /// Returns whether a picture of the latest frame is at rest.
    func isResting(_ placed: PicturePlace, on canvas: Canvas, at now: Duration) -> Bool {
        since[Self.place(placed, on: canvas)].map { now - $0 >= Self.pause } ?? false
    }

    /// When the next picture will be at rest that is not yet; `nil` if all are.
    func nextRest(after now: Duration) -> Duration? {
        since.values.lazy.map { $0 + Self.pause }.filter { $0 > now }.min()
    }

    /// All pictures on the screen.
    var subjects: Set<PictureSubject> { Set(since.keys.map(\.subject)) }

    /// Starts all rests anew, on a screen whose content is lost.
    mutating func forget() { since = [:] }
}
