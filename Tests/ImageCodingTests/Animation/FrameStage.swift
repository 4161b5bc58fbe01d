import HalftoneCore
import Pixels

@testable import ImageCoding

/// An animation whose frames encode their index as their color, and which records the requests.
final class FakeAnimation: AnimatedImageProvider {
    let frameCount: Int
    let loopCount: Int
    private let frameDuration: Duration
    private let unreadable: Set<Int>
    private let asked = Lock<[Range<Int>]>([])
    /// How often a frame exceeds the time limit before it is decoded in time.
    private let slow = Lock<[Int: Int]>([:])

    init(frames: Int, loops: Int = 0, duration: Duration = .milliseconds(100), unreadable: Set<Int> = []) {
        frameCount = frames
        loopCount = loops
        frameDuration = duration
        self.unreadable = unreadable
    }

    private let released = Lock(0)

    /// Number of calls of ``releaseWorkingMemory()``.
    var releases: Int { released.withLock { $0 } }

    func releaseWorkingMemory() { released.withLock { $0 += 1 } }

    /// The decodes, in their order.
    var decodes: [Range<Int>] { asked.withLock { $0 } }

    func frame(at index: Int) -> Image? { frames(in: index..<index + 1).first }

    func frames(in range: Range<Int>) -> [Image] {
        asked.withLock { $0.append(range) }
        return range.prefix { !unreadable.contains($0) && $0 < frameCount }.map(Self.frame)
    }

    func setSlow(_ index: Int, times: Int) { slow.withLock { $0[index] = times } }

    func run(in range: Range<Int>) -> FrameRun {
        let end = slow.withLock { slow in
            let end = range.first { slow[$0, default: 0] > 0 }
            if let end { slow[end, default: 0] -= 1 }
            return end
        }
        guard let end else { return FrameRun(frames(in: range)) }
        return FrameRun(frames(in: range.lowerBound..<end), isTooSlow: true)
    }

    func duration(at index: Int) -> Duration { (0..<frameCount).contains(index) ? frameDuration : .zero }

    static func frame(_ index: Int) -> Image {
        Image(bitmap: Bitmap(size: PixelSize(width: 5, height: 5), filledWith: RGBA(UInt8(index), 0, 0)))
    }
}

/// Work that waits until the test releases it.
final class HeldWork: Sendable {
    private let work = Lock<[@Sendable () -> Void]>([])

    var executor: FrameExecutor { { work in self.work.withLock { $0.append(work) } } }
    var count: Int { work.withLock { $0.count } }

    /// Runs one held decode; `false` if there is none.
    @discardableResult
    func runOne() -> Bool {
        guard let next = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
        next()
        return true
    }

    func runAll() {
        while runOne() {}
    }
}
