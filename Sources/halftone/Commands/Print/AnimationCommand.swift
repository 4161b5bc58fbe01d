import HalftoneCore
import ImageCoding
import ImageFeeds
import ImageLoading
import Pixels
import TerminalScreen

/// `halftone print --animate`: plays one picture after the other on the terminal's normal screen.
///
/// An animation is played with its loop count. An endless one is played until it is interrupted, or once if other
/// pictures follow. Stills are printed.
@MainActor
struct AnimationCommand {
    let options: PrintOptions
    let list: PrintList
    private var images: [FeedSource] { list.images }
    let terminal: OutputTerminal
    let opener: PictureOpener

    func run() -> PrintTally {
        var tally = PrintTally(list)
        for (index, source) in images.enumerated() {
            let name = source.publicAddress
            let job = Self.job(options, terminal)
            let title = { (image: Image) in
                job.title?.text(of: image, source: name, number: index + 1, count: images.count)
            }
            do throws(ImageError) {
                let image = try opener.open(source, job.wanted)
                tally.count(name, isPrinted: true, complaint: image.warning?.description)
                if let animation = image.animation {
                    play(animation, name, title: title(image), image.warning, &tally)
                } else {
                    let line = title(image).map { Array((job.line($0) + "\n").utf8) } ?? []
                    tally.isCutShort = !Output.write(job.printer.lines(of: job.picture(for: image)) + line)
                }
            } catch {
                tally.count(name, isPrinted: false, complaint: error.description)
            }
            if tally.isCutShort { break }
            tally.printErrors()
        }
        tally.printErrors()  // for empty folders
        return tally
    }

    private func play(
        _ animation: AnimatedImage, _ name: PublicAddress, title: String?, _ warning: DecodeWarning?,
        _ tally: inout PrintTally
    ) {
        let options = options
        let stage: AnimationStage
        do throws(TerminalError) {
            stage = try AnimationStage()
        } catch {
            Output.printError("\(error)")
            return tally.isCutShort = true
        }
        let loops = animation.loopCount == 0 && images.count > 1 ? 1 : animation.loopCount
        let makeJob = { @MainActor [before = terminal] in
            var terminal = OutputTerminal(colors: options.common.colors)
            terminal.adopt(before)
            return Self.job(options, terminal)
        }
        let run = AnimationRun(
            animation: animation, loops: loops, stage: stage, title: title, makeJob: makeJob, warning: warning)
        var outcome = run.play()
        do throws(Interruption) {
            try stage.end()
        } catch {
            outcome.end = .interrupted(signal: error.signal)
        }
        if let complaint = outcome.complaint { tally.add(complaint, of: name) }
        switch outcome.end {
        case .finished: break
        case .interrupted(let signal):
            tally.printErrors()
            opener.finish()
            ProgramEnd.terminate(bySignal: signal)
        case .outputEnded:
            tally.isCutShort = true
        }
    }

    /// Returns the job for the present size of the terminal. Picture and title must not be higher than the screen,
    /// because frames are drawn over each other.
    private static func job(_ options: PrintOptions, _ terminal: OutputTerminal) -> PrintJob {
        var box = options.size ?? terminal.size
        box.columns = min(box.columns, terminal.size.columns)
        box.rows = max(1, min(box.rows, terminal.size.rows - (options.title == nil ? 0 : 1)))
        return PrintJob(options: options, terminal: terminal, box: box)
    }
}
