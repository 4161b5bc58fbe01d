import HalftoneCore
import Pixels

@testable import ImageCoding

/// An animation whose frames encode their index as their color, and which records the requests.
final class FakeAnimation: AnimatedImageProvider {
    let frameCount: Int
    let loopCount: Int
    private let frameDuration: Duration
    private let unreadable: Set<Int>
    private let asked = Lock<[Int]>([])

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

    /// The decoded frames, in their order.
    var decodes: [Int] { asked.withLock { $0 } }

    func frame(at index: Int) -> Image? {
        asked.withLock { $0.append(index) }
        return unreadable.contains(index) || index >= frameCount ? nil : Self.frame(index)
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
