import HalftoneCore
import ImageCoding
import ScreenKit
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

    private let original: AnimatedImage
    private let stage: AnimationStage
    /// The title below the picture; `nil` for none.
    private let title: String?
    /// Returns the job for the present size of the terminal.
    private let makeJob: @MainActor () -> PrintJob

    /// The animation in the size of ``job``.
    private var animation: AnimatedImage
    private var job: PrintJob
    private var printer: FramePrinter
    private var damage: FrameDamage

    /// A message about the first damaged frame, if the picture's own warning is not about damage.
    var message: String? { damage.message }

    init(
        _ animation: AnimatedImage, on stage: AnimationStage, title: String?, warning: DecodeWarning?,
        makeJob: @escaping @MainActor () -> PrintJob
    ) {
        (original, self.animation) = (animation, animation)
        (self.stage, self.title, self.makeJob) = (stage, title, makeJob)
        damage = FrameDamage(known: warning)
        job = makeJob()
        printer = FramePrinter(job.printer)
        printer.caption = job.line(title)
    }

    /// Plays so many loops; 0 are endless. A frame is decoded while the previous one is shown, and none is skipped: a
    /// slow terminal or machine slows the animation down.
    mutating func play(loops: Int) -> End {
        var (index, loop) = (0, 0)
        var shown = picture(at: 0)
        var due = stage.now
        while true {
            guard write(shown) else { return .outputEnded }
            // Delays are not made up for, because frames would rush.
            due = max(due + animation.duration(at: index), stage.now)
            let isLast = index == animation.frameCount - 1
            if isLast { loop += 1 }
            let next = isLast ? 0 : index + 1
            var following = picture(at: next)
            waiting: while true {
                var erased: [UInt8] = []
                switch stage.wait(until: due) {
                case .timePassed: break waiting
                case .end(let signal): return .interrupted(signal: signal)
                case .continued: printer.forget()
                case .resized: erased = printer.erase()
                }
                fit()
                shown = picture(at: index)
                following = picture(at: next)
                guard Output.write(erased), write(shown) else { return .outputEnded }
            }
            if isLast, loops > 0, loop >= loops { return .finished }
            // If a frame cannot be decoded, the previous one stays.
            (index, shown) = (next, following ?? shown)
        }
    }

    private mutating func write(_ picture: PictureCells?) -> Bool {
        picture.map { Output.write(printer.bytes(for: $0)) } ?? true
    }

    /// Returns a frame as it is printed; `nil` if it cannot be decoded.
    private mutating func picture(at index: Int) -> PictureCells? {
        do throws(Failure) {
            let frame = try stage.perform { [animation] () throws(Failure) in
                try animation.printedFrame(at: index)
            }
            damage.add(frame.warning, ofFrame: index + 1)
            return job.picture(for: frame)
        } catch {
            damage.add(error.description)
            return nil
        }
    }

    /// Decodes the animation for the present size of the terminal.
    private mutating func fit() {
        job = makeJob()
        printer.caption = job.line(title)
        let fitted = stage.perform { [original, job] in
            try? ImageCodersManager.shared.decode(original.bytes, options: job.decoding).animation
        }
        animation = fitted ?? animation
    }
}

/// The first damage of an animation's frames, unless the warning about the whole picture is about damage.
struct FrameDamage {
    let known: DecodeWarning?
    private(set) var message: String?

    init(known: DecodeWarning?) { self.known = known }

    mutating func add(_ text: String) {
        if message == nil, known?.isDamage != true { message = text }
    }

    /// Adds the warning of a frame, counted from 1, if it is about damage.
    mutating func add(_ warning: DecodeWarning?, ofFrame number: Int) {
        if let warning, warning.isDamage { add("frame \(number): \(warning)") }
    }
}
