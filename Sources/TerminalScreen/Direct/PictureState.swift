import Pixels

/// The state of pictures that a presenter shows pixel by pixel. A value but for pictures in shared memory.
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
    private var seen: Set<PictureSubject> = []
    /// Pictures in shared memory that the terminal may not have read.
    private var shared: [SharedPicture] = []
    /// The pixels of pictures that are drawn in several frames, and the background that they are on.
    private var rendered: [UInt32: (background: RGB, bitmap: Bitmap)] = [:]

    /// Maximum number of pictures in shared memory; further ones are sent in the stream.
    private static let maximumShared = 16

    // MARK: - What is sent

    mutating func didSend(_ picture: PicturePixels, bytes: Int) {
        didShow(picture)
        events.append(.uploaded(bytes: bytes))
    }

    /// Records that a picture is shown pixel by pixel.
    mutating func didShow(_ picture: PicturePixels) { seen.insert(picture.subject) }

    /// Records the pictures, of those that have left their place before they were at rest, that are on the screen no
    /// more and were never sent.
    mutating func noteCancelled(_ interrupted: Set<PictureSubject>) {
        let subjects = rests.subjects
        for _ in interrupted.subtracting(subjects).subtracting(seen) { events.append(.cancelled) }
        seen.formIntersection(subjects)
    }

    /// Forgets the pictures in the terminal.
    mutating func forget() {
        rests.forget()
        store.removeAll()
        (failed, seen) = ([], [])
        for picture in shared { picture.remove() }
        shared = []
    }

    // MARK: - Pixels

    /// Whether the terminal has read enough of the pictures in shared memory for another one.
    var canShare: Bool {
        mutating get {
            shared.removeAll { picture in
                guard !picture.isPending else { return false }
                picture.remove()
                return true
            }
            return shared.count < Self.maximumShared
        }
    }

    /// Copies a picture into shared memory; `nil` if there is none, or the terminal reads too slowly.
    mutating func share(_ bitmap: Bitmap) -> SharedPicture? {
        guard canShare, let picture = SharedPicture(bitmap) else { return nil }
        shared.append(picture)
        return picture
    }

    /// Returns a picture's pixels, which are kept until ``releaseRendered()``.
    mutating func rendered(_ picture: PicturePixels, on background: RGB) -> Bitmap {
        if let kept = rendered[picture.number], kept.background == background { return kept.bitmap }
        let bitmap = picture.filled(on: background)
        rendered[picture.number] = (background, bitmap)
        return bitmap
    }

    mutating func releaseRendered() { rendered = [:] }
}
