import Glibc
import HalftoneCore
import ImageCoding
@testable import JailedCoding
import TestSupport
import Testing

/// The choice of workers, and the order of those that wait for one.
@Suite(.endsInTime) struct DecodeWorkersTests {
    // MARK: - Slots

    @Test func `slots are passed on in the order of asking`() async throws {
        let slots = FairSlots(1)
        try slots.enter(DecodeOptions())
        let order = Lock<[Int]>([])
        await withTaskGroup { group in
            for number in 0..<6 {
                group.addTask(executorPreference: OwnThread("slot")) {
                    try? slots.enter(DecodeOptions())
                    order.withLock { $0.append(number) }
                    slots.leave()
                }
                await until("a thread to wait") { slots.waitingCount == number + 1 }
            }
            slots.leave()
        }
        #expect(order.withLock { $0 } == Array(0..<6) && slots.waitingCount == 0)
    }

    @Test func `a slot that is passed on is not free`() async throws {
        let slots = FairSlots(1)
        let release = TestSemaphore("the test to let the first thread leave")
        try slots.enter(DecodeOptions())
        await withTaskGroup { group in
            group.addTask(executorPreference: OwnThread("slot")) {
                try? slots.enter(DecodeOptions())
                release.wait()
                slots.leave()
            }
            await until("a thread to wait") { slots.waitingCount == 1 }
            slots.leave()
            #expect(throws: ImageCodingError.cancelled) { try slots.enter(cancelled) }
            release.signal()
        }
        try slots.enter(cancelled)
        #expect(throws: ImageCodingError.cancelled) { try slots.enter(cancelled) }
    }

    @Test func `a thread that waits for a slot keeps its deadline`() async throws {
        let slots = FairSlots(1)
        try slots.enter(DecodeOptions())
        let time = ManualTime()
        var options = DecodeOptions()
        options.limits.seconds = 5
        options.time = time
        async let result = waiting(slots, options.begun)
        await until("a thread to wait") { slots.waitingCount == 1 }
        time.advance(by: .seconds(5))
        #expect(await result == .tooSlow(seconds: 5))
        // it waits no more
        #expect(slots.waitingCount == 0)
        slots.leave()
        try slots.enter(cancelled)
    }

    private func waiting(_ slots: FairSlots, _ options: DecodeOptions) async -> ImageCodingError? {
        await Task(executorPreference: OwnThread("slot")) {
            Result { () throws(ImageCodingError) in try slots.enter(options) }.error
        }.value
    }

    private var cancelled: DecodeOptions {
        var options = DecodeOptions()
        options.cancellation = CancellationToken()
        options.cancellation?.cancel()
        return options
    }

    // MARK: - Animations

    private func animation(_ pool: DecodeWorkers) throws -> AnimatedImage {
        var options = DecodeOptions()
        options.animation = .frames
        return try #require(try TestWorkers.coder(.avif, pool).decode([1], options: options).animation)
    }

    /// Returns how many pictures the frame's worker has opened.
    private func openings(_ animation: AnimatedImage, _ frame: Int) -> UInt8? {
        animation.frame(at: frame)?.bitmap.bytes.first
    }

    @Test func `animations that are shown at once do not close each other`() throws {
        let pool = TestWorkers.pool(["counts"])
        do {
            let shown = [try animation(pool), try animation(pool)]
            let first = shown.map { openings($0, 1) }
            for frame in [2, 3, 1, 2, 3] { #expect(shown.map { openings($0, frame) } == first) }
            #expect(pool.idleProcesses.count == 2)
            // nor does a still, which has a worker of its own
            _ = try TestWorkers.coder(.avif, pool).decode([1], options: DecodeOptions())
            #expect(shown.map { openings($0, 1) } == first && pool.idleProcesses.count == 3)
        }
        // workers of animations that are gone are used for others
        let next = [try animation(pool), try animation(pool), try animation(pool)]
        for animation in next { #expect(openings(animation, 1) != nil) }
        #expect(pool.idleProcesses.count == 3)
    }

    @Test func `more animations than there is room for share workers`() throws {
        let pool = TestWorkers.pool(["counts"])
        let shown = try (0..<7).map { _ in try animation(pool) }
        let first = shown.map { openings($0, 1) }
        #expect(first.allSatisfy { $0 != nil } && pool.idleProcesses.count == 5)
        let processes = Set(pool.idleProcesses)
        // four keep theirs open; the others take turns in the fifth worker, and none ends
        let second = shown.map { openings($0, 2) }
        #expect(zip(first, second).count { $0 == $1 } >= 4)
        #expect(Set(pool.idleProcesses) == processes)
    }

    // MARK: - Memory

    @Test func `memory is freed by ending idle workers, and an animation plays on`() throws {
        let pool = TestWorkers.pool(["counts"])
        let shown = try animation(pool)
        #expect(openings(shown, 1) != nil && pool.idleProcesses.count == 1)
        let processes = pool.idleProcesses
        let coder = try TestWorkers.coder(.heic, pool)
        ImageCodersManager(coders: [coder]).freeMemory()
        #expect(pool.idleProcesses.isEmpty)
        for process in processes { #expect(kill(process, 0) == -1, "the process is gone") }
        #expect(openings(shown, 2) != nil && Set(pool.idleProcesses).isDisjoint(with: processes))
    }
}
