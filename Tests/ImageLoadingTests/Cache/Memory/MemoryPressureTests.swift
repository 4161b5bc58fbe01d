import HalftoneCore
import Glibc
import ImageCoding
import TestSupport
import Testing

@testable import ImageLoading

/// The kernel's memory limits and memory pressure events, and what is freed then.
@Suite(.endsInTime) @MainActor struct MemoryPressureTests {
    // MARK: - Control groups

    private func group(_ files: [String: String]) -> ControlGroup { ControlGroup { files[$0] } }

    @Test func `the tightest limit of a group and its ancestors counts`() {
        let group = group([
            "/proc/self/cgroup": "9:name=systemd:/\n0::/user.slice/app\n",
            "/sys/fs/cgroup/user.slice/memory.max": "500000000\n",
            "/sys/fs/cgroup/user.slice/app/memory.max": "max\n",
        ])
        #expect(group.memoryLimit == 500_000_000)
        #expect(group.folder == "/sys/fs/cgroup/user.slice/app")
    }

    @Test func `in a container the limit is at the root`() {
        let group = group([
            "/proc/self/cgroup": "0::/docker/abc:def\n", "/sys/fs/cgroup/memory.max": "250000000\n",
        ])
        #expect(group.memoryLimit == 250_000_000)
        #expect(group.folder == "/sys/fs/cgroup/docker/abc:def")
    }

    @Test(arguments: ["", "nonsense", "0:", "::::", "0::/a\n", "4:memory\n"])
    func `a file without a limit sets none`(text: String) {
        #expect(group(["/proc/self/cgroup": text]).memoryLimit == nil)
        #expect(group([:]).memoryLimit == nil && group([:]).folder == nil)
    }

    // MARK: - Events

    @Test func `a monitor reports events of its descriptor and ends when it is released`() async throws {
        let (reading, writing) = try #require(makePipe())
        let heard = Counter()
        var watch = MemoryPressureMonitor(reading, events: Int16(POLLIN)) {
            var byte: UInt8 = 0
            if Glibc.read(reading, &byte, 1) == 1 { heard.add() }
        }
        #expect(watch != nil)
        for count in 1...3 {
            var byte: UInt8 = 1
            #expect(write(writing, &byte, 1) == 1)
            await until { heard.value == count }
        }
        // released, it closes its descriptor: the pipe has no reader any more
        watch = nil
        await until {
            var polled = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
            return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLERR) != 0
        }
        #expect(heard.value == 3)
        close(writing)
    }

    /// Whether the kernel reports pressure depends on the machine. Without a source the handler is released at once.
    @Test func `the kernel's listener holds its handler until it is released`() async {
        // given a handler that only the listener holds
        weak var handler: Counter?
        var listener: MemoryPressureMonitor?
        do {
            let events = Counter()
            handler = events
            listener = MemoryPressureMonitor { events.add() }
        }
        // then it exists while the listener does
        withExtendedLifetime(listener) { #expect((handler != nil) == (listener != nil)) }
        listener = nil
        await until { handler == nil }
        #expect(handler == nil)
    }

    // MARK: - Freeing

    @Test func `half of the images in memory are freed`() {
        let bench = Bench(usesDisk: false)
        let cache = bench.manager.memoryCache
        for number in 0..<8 { cache.store(testImage(pixels: 10), for: ImageKey(source: "\(number)")) }
        bench.manager.freeMemory()
        #expect(cache.totals.bytes == 160)
        bench.manager.freeMemory()
        #expect(cache.totals.bytes == 80)
    }

    @Test func `decoders of running downloads are freed, and the picture arrives whole`() {
        let loader = HeldLoader()
        let bench = Bench(
            usesDisk: false, loader: loader,
            coders: ImageCodersManager(coders: [ScheduleCoder(Interruption())]))
        let bytes = SchedulePicture(url: 7, version: 1).bytes
        let load = bench.load("http://host/a", .progressiveLoad)
        loader.open[0].receive(Array(bytes[..<70]))
        bench.settle()
        #expect(load.words == ["cached none"] && bench.manager.state.withLock { $0.graph.budget.used } == 8)
        bench.manager.freeMemory()
        #expect(bench.manager.state.withLock { $0.graph.budget.used } == 0)
        bench.time.advance(by: .seconds(1))
        loader.open[0].receive(Array(bytes[70...]))
        loader.open[0].respond(bytes)
        bench.settle()
        #expect(load.words == ["cached none", "image none"] && bench.isIdle)
    }

    @Test func `coders free what they keep for the next picture`() {
        let coder = KeepingCoder()
        let bench = Bench(usesDisk: false, coders: ImageCodersManager(coders: [coder]))
        bench.manager.freeMemory()
        #expect(coder.freed.withLock { $0 } == 1)
    }
}

/// Counts how often it is to free memory.
private final class KeepingCoder: ImageCoder {
    let freed = Lock(0)
    let format = ImageFormat.jpeg

    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader { throw .empty }
    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image { throw .empty }
    func freeMemory() { freed.withLock { $0 += 1 } }
}
