import Basis
import ImageCoding
import TerminalScreen

/// One animation from its first frame to the end of its last loop.
@MainActor
struct AnimationRun {
    enum End {
        case finished
        case interrupted(signal: Int32)
        /// The terminal went away.
        case outputEnded
    }

    let animation: AnimatedImage
    /// 0: for ever.
    let loops: Int
    let stage: AnimationStage
    /// Stays below it; `nil` for none.
    let title: String?
    /// How pictures are drawn on the terminal as it is now.
    let makeJob: @MainActor () -> PrintJob

    /// Frames are decoded while the one before is shown, and none is skipped: a terminal or a machine that is too slow
    /// makes the animation slower.
    func play() -> End {
        var provider = animation
        var job = makeJob()
        var printer = FramePrinter(colors: job.renderer.colors)
        printer.caption = job.line(title)
        var (index, loop) = (0, 0)
        var cells = provider.frame(at: 0).map { job.cells(for: $0) }
        var due = stage.now
        while true {
            if let cells, !stage.write(printer.bytes(for: cells)) { return .outputEnded }
            // Time that was lost is not caught up with: frames would run.
            due = max(due + provider.duration(at: index), stage.now)
            let isLast = index == provider.frameCount - 1
            if isLast { loop += 1 }
            let next = isLast ? 0 : index + 1
            // Where a frame cannot be read, the one before it stays.
            let following = provider.frame(at: next).map { job.cells(for: $0) } ?? cells
            switch wait(until: due, &provider, &job, &printer, index) {
            case .interrupted(let signal): return .interrupted(signal: signal)
            case .outputEnded: return .outputEnded
            case .redrawn: cells = provider.frame(at: next).map { job.cells(for: $0) }
            case .undisturbed: cells = following
            }
            if isLast, loops > 0, loop >= loops { return .finished }
            index = next
        }
    }

    // MARK: - What comes between two frames

    private enum Wait {
        case undisturbed
        case redrawn
        case interrupted(signal: Int32)
        case outputEnded
    }

    private func wait(
        until due: Duration, _ provider: inout AnimatedImage, _ job: inout PrintJob, _ printer: inout FramePrinter,
        _ index: Int
    ) -> Wait {
        var isRedrawn = false
        while true {
            switch stage.wait(until: due) {
            case .timePassed: return isRedrawn ? .redrawn : .undisturbed
            case .end(let signal): return .interrupted(signal: signal)
            case .continued: printer.forget()
            case .resized:
                let erased = printer.erase()
                job = makeJob()
                printer.caption = job.line(title)
                provider = resized(job) ?? provider
                guard stage.write(erased) else { return .outputEnded }
            }
            isRedrawn = true
            guard let frame = provider.frame(at: index) else { continue }
            guard stage.write(printer.bytes(for: job.cells(for: frame))) else { return .outputEnded }
        }
    }

    /// The animation for another size; `nil` if it cannot be had.
    private func resized(_ job: PrintJob) -> AnimatedImage? {
        (try? ImageCodersManager.shared.decode(animation.bytes, options: job.wanted))?.animation
    }
}
