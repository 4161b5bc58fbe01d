import Pixels

/// The state of pictures that a presenter shows pixel by pixel. A value.
struct PictureState {
    /// The pictures that the terminal has, for protocols in which it keeps them.
    var store = TerminalImageStore()
    var rests = RestTracker()
    /// The numbers of pictures that the terminal could not take.
    var failed: Set<UInt32> = []
    /// Whether pictures at rest wait for the next frame.
    var hasWaitingPictures = false
    /// The frame's number, which ages the pictures in the store.
    var frame = 0
    /// The events since they were taken.
    var events: [PictureEvent] = []

    /// The pictures on the screen that were shown pixel by pixel, whole or in part.
    private var shownInPixels: Set<UInt32> = []
    /// The pixels of pictures that are drawn in several frames, and the background that they are on.
    private var rendered: [UInt32: (background: RGB, bitmap: Bitmap)] = [:]

    // MARK: - What is sent

    mutating func didSend(_ picture: PicturePixels, bytes: Int) {
        didShow(picture.number)
        events.append(.uploaded(bytes: bytes))
    }

    mutating func didShow(_ number: UInt32) { shownInPixels.insert(number) }

    /// Records the pictures, of those that have left their place before they were at rest, that are on the screen no
    /// more and were never sent.
    mutating func recordCancelled(_ interrupted: Set<UInt32>) {
        let present = rests.numbers
        for _ in interrupted.subtracting(present).subtracting(shownInPixels) { events.append(.cancelled) }
        shownInPixels.formIntersection(present)
    }

    /// Forgets the pictures in the terminal.
    mutating func forget() {
        rests.forget()
        store = TerminalImageStore(budget: store.budget)
        (failed, shownInPixels) = ([], [])
    }

    // MARK: - Pixels

    /// Returns a picture's pixels, which are kept until ``releaseRendered()``.
    mutating func rendered(_ picture: PicturePixels, on background: RGB) -> Bitmap {
        if let kept = rendered[picture.number], kept.background == background { return kept.bitmap }
        let bitmap = picture.filled(on: background)
        rendered[picture.number] = (background, bitmap)
        return bitmap
    }

    mutating func releaseRendered() { rendered = [:] }
}
