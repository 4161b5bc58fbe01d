import EngineTestSupport
import Glibc
import HalftoneCore
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// The background work of `halftone print --animate`, and its messages about frames.
@Suite(.endsInTime) struct PollableTaskTests {
    /// Signals that a test sends.
    @MainActor
    private final class SentSignals: SignalSource {
        var sent: [[ProcessSignal]]
        let descriptor: Int32 = -1

        init(_ sent: [ProcessSignal]...) { self.sent = sent }

        func read() -> [ProcessSignal] { sent.isEmpty ? [] : sent.removeFirst() }
        func unwatch() -> [ProcessSignal] { sent.flatMap(\.self) }
    }

    /// Regression: Ctrl-C waited for a frame to be decoded, and was lost when the window had changed before it.
    @Test @MainActor func `an interruption does not wait for the work and is not lost after a resize`() {
        let executor = ManualExecutor()
        for signals in [[ProcessSignal.end(SIGINT)], [.resized, .end(SIGINT)]] {
            let inbox = SignalInbox(source: SentSignals(signals), time: ManualTime())
            let task = PollableTask(on: executor) { $0.isCancelled }
            do throws(Interruption) {
                _ = try inbox.wait(for: task)
                Issue.record("the wait was not interrupted")
            } catch {
                #expect(error.signal == SIGINT)
            }
            #expect(task.result == nil)
            executor.runAll()
            #expect(task.result == true, "the work was cancelled")
        }
    }

    /// Regression: each intermediate size of a window caused a decode.
    @Test @MainActor func `several resizes are handled as one`() {
        let inbox = SignalInbox(
            source: SentSignals([.resized, .resized, .continued, .resized], [], [], [.end(SIGTERM)]),
            time: ManualTime())
        #expect((0..<4).map { _ in inbox.next(until: .zero) } == [.resized, .continued, nil, .end(SIGTERM)])
        #expect(inbox.close().isEmpty)
    }

    @Test @MainActor func `events during the work are handled after it`() throws {
        let inbox = SignalInbox(source: SentSignals([.suspend, .resized], [.resized]), time: ManualTime())
        let result = try inbox.wait(for: PollableTask(on: WorkerPool(threads: 1)) { _ in 7 })
        #expect(result == 7)
        #expect([0, 1, 2].map { _ in inbox.next(until: .zero) } == [.suspend, .resized, nil])
        #expect(inbox.close().isEmpty)
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 1
    }

    @Test func `the descriptor of a task is readable when the task is done`() {
        let executor = ManualExecutor()
        let task = PollableTask(on: executor) { !$0.isCancelled }
        #expect(!Self.isReadable(task.descriptor) && task.result == nil)
        executor.runAll()
        #expect(Self.isReadable(task.descriptor))
        #expect(task.result == true)
    }

    @Test func `cancelling a task cancels its work`() {
        let executor = ManualExecutor()
        let task = PollableTask(on: executor) { $0.isCancelled }
        task.cancel()
        executor.runAll()
        #expect(task.result == true)
    }

    private func image(_ warning: DecodeWarning?) -> Image {
        Image(bitmap: Bitmap(size: PixelSize(width: 1, height: 1), filledWith: RGBA(0, 0, 0)), warning: warning)
    }

    private func complaint(_ known: DecodeWarning?, _ frames: [DecodeWarning?]) -> String? {
        var damage = FrameDamage(known: known)
        for (index, warning) in frames.enumerated() { damage.look(at: .image(image(warning)), number: index + 2) }
        return damage.complaint
    }

    @Test func `the first damaged frame is reported unless the picture was`() {
        #expect(complaint(nil, [nil, nil]) == nil)
        #expect(complaint(nil, [nil, .damagedInPlaces, .lessDetail]) == "frame 3: \(DecodeWarning.damagedInPlaces)")
        // the first frame's damage was reported, and may still be visible
        #expect(complaint(.damagedInPlaces, [.lessDetail]) == nil)
        // a report about the animation or its colors does not cover its pixels
        let profile = DecodeWarning.colors(.unusableProfile)
        for known in [profile, .missingFrames(shown: 2)] {
            #expect(complaint(known, [known, .lessDetail]) == "frame 3: \(DecodeWarning.lessDetail)")
        }
        var damage = FrameDamage(known: nil)
        damage.look(at: .unreadable, number: 2)
        #expect(damage.complaint == "frame 2 cannot be read")
    }

    /// Regression: an unusable profile was reported as damage, of a frame that has every pixel.
    @Test func `a problem with a frame's colors is no damage`() {
        let profile = DecodeWarning.colors(.unusableProfile)
        #expect(complaint(nil, [profile, .onlyFirstFrame(limit: "2 frames")]) == nil)
        #expect(complaint(nil, [profile, .damagedInPlaces]) == "frame 3: \(DecodeWarning.damagedInPlaces)")
    }

    /// Regression: the message was that the frame cannot be read.
    @Test func `a frame over the time limit has a message about the limit`() throws {
        let time = ManualTime()
        var options = DecodeOptions()
        (options.animation, options.time) = (.frames, time)
        let bytes = BlinkingGIF.bytes(loops: 0, hundredths: 3)
        let animation = try #require(try ImageCodersManager.shared.decode(bytes, options: options).animation)
        var damage = FrameDamage(known: nil)
        damage.look(at: FrameDamage.Reading(1, of: animation, cancellation: nil), number: 2)
        #expect(damage.complaint == nil)
        animation.unloadAllFrames()
        time.set(step: .seconds(601))
        damage.look(at: FrameDamage.Reading(1, of: animation, cancellation: nil), number: 2)
        #expect(damage.complaint == "frame 2: \(ImageCodingError.tooSlow(seconds: 600))")
    }

    @Test func `a frame that is chosen by number has a message about the time limit`() throws {
        let time = ManualTime()
        var options = DecodeOptions()
        (options.animation, options.time) = (.frames, time)
        let bytes = BlinkingGIF.bytes(loops: 0, hundredths: 3)
        let image = try ImageCodersManager.shared.decode(bytes, options: options)
        var asked = PrintOptions()
        asked.frame = 1
        let job = PrintJob(
            options: asked, terminal: OutputTerminal(colors: .direct), box: CellSize(columns: 8, rows: 4))
        #expect(try job.frame(of: image).bitmap.size == image.bitmap.size)
        image.animation?.unloadAllFrames()
        time.set(step: .seconds(601))
        let refusal = #expect(throws: NoSuchFrame.self) { try job.frame(of: image) }
        #expect(refusal?.description == "frame 2 cannot be read: \(ImageCodingError.tooSlow(seconds: 600))")
    }
}
