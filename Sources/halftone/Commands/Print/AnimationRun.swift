import HalftoneCore
import ImageCoding
import Pixels
import TerminalScreen

/// One animation from its first frame to the end of its last loop.
@MainActor
struct AnimationRun {
    enum End {
        case finished
        case interrupted(signal: Int32)
        /// The terminal was closed.
        case outputEnded
    }

    let animation: AnimatedImage
    /// The number of loops; 0 for endless.
    let loops: Int
    let stage: AnimationStage
    /// The title below the picture; `nil` for none.
    let title: String?
    /// The job for the present size of the terminal.
    let makeJob: @MainActor () -> PrintJob

    /// The warning already reported; `nil` if there is none.
    let warning: DecodeWarning?

    /// Plays the animation. Frames are decoded while the previous one is shown, and none is skipped: a slow terminal or
    /// machine slows the animation down. Returns a warning about the first damaged frame that was not reported before.
    func play() -> (end: End, complaint: String?) {
        var damage = FrameDamage(known: warning)
        do throws(Interruption) {
            return (try play(&damage), damage.complaint)
        } catch {
            return (.interrupted(signal: error.signal), damage.complaint)
        }
    }

    private func play(_ damage: inout FrameDamage) throws(Interruption) -> End {
        var provider = animation
        var job = makeJob()
        var printer = FramePrinter(job.printer)
        printer.caption = job.line(title)
        var (index, loop) = (0, 0)
        var picture = try frame(at: 0, of: provider).image.map { job.picture(for: $0) }
        var due = stage.now
        while true {
            if let picture, !stage.write(printer.bytes(for: picture)) { return .outputEnded }
            // Delays are not made up for, because frames would rush.
            due = max(due + provider.duration(at: index), stage.now)
            let isLast = index == provider.frameCount - 1
            if isLast { loop += 1 }
            let next = isLast ? 0 : index + 1
            let read = try frame(at: next, of: provider)
            damage.look(at: read, number: next + 1)
            // If a frame cannot be decoded, the previous one stays.
            let following = read.image.map { job.picture(for: $0, after: picture) } ?? picture
            switch try wait(until: due, &provider, &job, &printer, index) {
            case .outputEnded: return .outputEnded
            case .redrawn: picture = try frame(at: next, of: provider).image.map { job.picture(for: $0) }
            case .undisturbed: picture = following
            }
            if isLast, loops > 0, loop >= loops { return .finished }
            index = next
        }
    }

    /// Returns the frame, decoded on another thread.
    private func frame(at index: Int, of provider: AnimatedImage) throws(Interruption) -> FrameDamage.Reading {
        try stage.wait { FrameDamage.Reading(index, of: provider, cancellation: $0) }
    }

    // MARK: - Events between frames

    private enum Wait {
        case undisturbed
        case redrawn
        case outputEnded
    }

    private func wait(
        until due: Duration, _ provider: inout AnimatedImage, _ job: inout PrintJob, _ printer: inout FramePrinter,
        _ index: Int
    ) throws(Interruption) -> Wait {
        var isRedrawn = false
        while true {
            switch stage.wait(until: due) {
            case .timePassed: return isRedrawn ? .redrawn : .undisturbed
            case .end(let signal): throw Interruption(signal: signal)
            case .continued: printer.forget()
            case .resized:
                let erased = printer.erase()
                job = makeJob()
                printer.caption = job.line(title)
                provider = try resized(job) ?? provider
                guard stage.write(erased) else { return .outputEnded }
            }
            isRedrawn = true
            guard let frame = try frame(at: index, of: provider).image else { continue }
            guard stage.write(printer.bytes(for: job.picture(for: frame))) else { return .outputEnded }
        }
    }

    /// Returns the animation for another size; `nil` if it cannot be opened.
    private func resized(_ job: PrintJob) throws(Interruption) -> AnimatedImage? {
        try stage.wait { [bytes = animation.bytes] token in
            var wanted = job.wanted
            wanted.cancellation = token
            return (try? ImageCodersManager.shared.decode(bytes, options: wanted))?.animation
        }
    }
}

/// The error of an animation's frames, beyond the known warning of the picture: only the first damage is reported.
struct FrameDamage {
    private(set) var complaint: String?
    private let known: DecodeWarning?

    init(known: DecodeWarning?) { self.known = known }

    /// A frame, or its error.
    enum Reading: Sendable {
        case image(Image)
        case unreadable
        case tooSlow(ImageCodingError)

        init(_ index: Int, of animation: AnimatedImage, cancellation: CancellationToken?) {
            do throws(ImageCodingError) {
                let image = try animation.readFrame(at: index, cancellation: cancellation)
                self = image.map { .image($0) } ?? .unreadable
            } catch {
                if case .tooSlow = error { self = .tooSlow(error) } else { self = .unreadable }
            }
        }

        var image: Image? { if case .image(let image) = self { image } else { nil } }
    }

    /// Adopts the result of a frame. `number`: the number of the frame, from 1.
    mutating func look(at frame: Reading, number: Int) {
        guard complaint == nil, known?.isDamage != true else { return }
        switch frame {
        case .unreadable: complaint = NoSuchFrame(number: number, count: 0).description
        case .tooSlow(let error): complaint = "frame \(number): \(error)"
        case .image(let image):
            guard let warning = image.warning, warning.isDamage else { return }
            complaint = "frame \(number): \(warning)"
        }
    }
}
