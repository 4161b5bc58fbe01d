import Basis
import Glibc
import ImageCoding
import ImageLoading
import Pixels
import Testing

@testable import halftone

/// What `halftone print --animate` does beside its main thread, and what it says of frames.
@Suite(.timeLimit(.minutes(60))) struct ErrandTests {
    /// Does the work when it is told to.
    private final class HeldExecutor: WorkExecutor {
        private let work = Lock<[@Sendable () -> Void]>([])

        func run(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0.append(work) } }

        func runAll() {
            let all = work.withLock { work in
                defer { work = [] }
                return work
            }
            for work in all { work() }
        }
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 1
    }

    @Test func anErrandIsReadableWhenItIsDone() {
        let executor = HeldExecutor()
        let errand = Errand(on: executor) { !$0.isCancelled }
        #expect(!Self.isReadable(errand.descriptor) && errand.result == nil)
        executor.runAll()
        #expect(Self.isReadable(errand.descriptor))
        #expect(errand.result == true)
    }

    @Test func anErrandThatIsCancelledTellsItsWork() {
        let executor = HeldExecutor()
        let errand = Errand(on: executor) { $0.isCancelled }
        errand.cancel()
        executor.runAll()
        #expect(errand.result == true)
    }

    private func image(_ warning: DecodeWarning?) -> Image {
        Image(bitmap: Bitmap(size: PixelSize(width: 1, height: 1), filledWith: RGBA(0, 0, 0)), warning: warning)
    }

    private func complaint(_ known: DecodeWarning?, _ frames: [DecodeWarning?]) -> String? {
        var damage = FrameDamage(known: known)
        for (index, warning) in frames.enumerated() { damage.look(at: image(warning), number: index + 2) }
        return damage.complaint
    }

    @Test func theFirstFrameWithDamageIsSaidUnlessThePictureWas() {
        #expect(complaint(nil, [nil, nil]) == nil)
        #expect(complaint(nil, [nil, .damagedInPlaces, .lessDetail]) == "frame 3: \(DecodeWarning.damagedInPlaces)")
        // the first frame's damage was said, and may still be seen
        #expect(complaint(.damagedInPlaces, [.lessDetail]) == nil)
        // what was said of the animation or of its colours says nothing of its pixels
        let profile = DecodeWarning.colors(.unusableProfile)
        for known in [profile, .missingFrames(shown: 2)] {
            #expect(complaint(known, [known, .lessDetail]) == "frame 3: \(DecodeWarning.lessDetail)")
        }
        var damage = FrameDamage(known: nil)
        damage.look(at: nil, number: 2)
        #expect(damage.complaint == "frame 2 cannot be read")
    }
}
