import EngineTestSupport
import FoundationEssentials
import Glibc
import HalftoneCore
import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// Injected objects may call the manager at any time, also from their `deinit`: no lock is held then.
///
/// These run in child processes, because a deadlock would wait forever: an alarm ends them.
@Suite(.endsInTime) struct CallingBackTests {
    /// What calls back. Regression of `coders`: memory held them for good, or released them under its lock.
    enum Caller: String, CaseIterable {
        case everything, releasedObjects, coders, warnings
    }

    @Test(arguments: Caller.allCases) func `what is called may call back, also when it is released`(caller: Caller)
        async
    {
        await #expect(processExitsWith: .success) { [name = caller.rawValue as String] in
            let isRight =
                switch CallingBackTests.Caller(rawValue: name) {
                case .everything: await callFromEverything()
                case .releasedObjects: await letEverythingGo()
                case .coders: await letCodersGo()
                case .warnings: callFromWarning()
                case nil: false
                }
            exit(isRight ? 0 : 1)
        }
    }

    /// Because caches are queried without a lock, a change in the meantime must be noticed.
    @MainActor
    @Test(arguments: [[], [.queryMemoryData, .queryMemoryDataSync]] as [ImageOptions])
    func `a decode that ends between a memory lookup and the start is not repeated`(options: ImageOptions) {
        let bench = Bench(usesDisk: false)
        let delegate = Delegate()
        bench.manager.delegate = delegate
        let context = ImageContext.made { $0.imageCache = ScheduleStorage(Interruption()).makeCache(bench.reads) }
        let first = bench.run("http://host/a", [], context)
        bench.transport.running[0].respond("picture")
        // when memory has missed, and the job ends before the load acts on that
        delegate.interruption.set { [decodes = bench.decodes] in decodes.runAll() }
        let second = bench.load("http://host/a", options, context)
        // then the image that the job stored in memory is found, with its bytes if they were requested
        #expect(second.words == ["image memory"] && bench.coder.texts.count == 1)
        #expect((second.loaded?.data != nil) == options.contains(.queryMemoryData))
        bench.settle()
        #expect(first.words == ["image none"] && bench.isIdle && bench.transport.transfers.count == 1)
    }
}

/// A delegate that is called between a memory lookup and the start of a load.
private final class Delegate: ImageManagerDelegate {
    let interruption = Interruption()
    func imageManager(_ manager: ImageManager, shouldDownloadImageFor url: URL) -> Bool {
        interruption.occur()
        return true
    }
}

// MARK: - In a child process

/// Counts its calls, and calls the manager.
private final class CallBack: ImageManagerDelegate {
    let interruption = Interruption()
    let calls = Counter()
    private let manager = Lock<ImageManager?>(nil)

    func connect(to manager: ImageManager) {
        self.manager.withLock { $0 = manager }
        manager.delegate = self
        interruption.set { [unowned self] in call() }
    }

    func call() {
        calls.add()
        guard let manager = manager.withLock({ $0 }) else { return }
        manager.removeAllFailedURLs()
        _ = (manager.isRunning, manager.delegate)
        if let url = URL(string: "http://h/9") { manager.removeFailedURL(url) }
    }

    func imageManager(_ manager: ImageManager, shouldDownloadImageFor url: URL) -> Bool {
        call()
        return true
    }

    func imageManager(_ manager: ImageManager, shouldBlockFailedURL url: URL, with error: ImageError) -> Bool? {
        call()
        return nil
    }
}

@MainActor
private func callFromEverything() -> Bool {
    let callBack = CallBack()
    let interruption = callBack.interruption
    let loader = HeldLoader { interruption.occur() }
    let bench = Bench(
        usesDisk: false, loader: loader, coders: ImageCodersManager(coders: [ScheduleCoder(interruption)]),
        configure: {
            $0.previewInterval = .zero
            $0.optionsProcessor = { _, _, _ in
                interruption.occur()
                return nil
            }
        },
        cacheKeyFilter: { url in
            interruption.occur()
            return String(url.absoluteString.suffix(1))
        })
    callBack.connect(to: bench.manager)
    let cache = ScheduleStorage(interruption).makeCache(bench.reads)
    func context(_ width: Int) -> ImageContext {
        .made {
            $0.imageCache = cache
            $0.variant.box = PixelSize(width: width, height: 1)
            $0.transformer = ScheduleTransformer(.x, interruption)
            $0.cacheSerializer = { _, _, _ in
                interruption.occur()
                return nil
            }
        }
    }
    let optionSets: [ImageOptions] = [
        [], .progressiveLoad, .waitStoreCache, .refreshCached, .fromLoaderOnly, .queryDiskDataSync, .queryMemoryData,
    ]
    var isRight = true
    for (number, options) in (optionSets + optionSets).enumerated() {
        let loads = [1, 1, 2].map { bench.load("http://h/\(number % 3)", options, context($0)) }
        _ = bench.manager.preview(for: URL(filePath: "/"), context: context(4))
        bench.settle()
        for task in loader.open {
            let picture = SchedulePicture(url: UInt8(number % 3), version: UInt8(number), isBroken: number == 4)
            if task.request.options.contains(.progressiveLoad) { task.receive(picture.bytes) }
            bench.settle()
            if number == 5 { loads[0].operation?.cancel() }
            task.respond(picture.bytes, headers: ["ETag": "\"\(number)\""])
            bench.settle()
        }
        isRight = isRight && loads.allSatisfy { !$0.results.isEmpty && $0.operation?.isFinished == true }
    }
    return isRight && bench.isIdle && callBack.calls.value > 200
}

@MainActor
private func letEverythingGo() -> Bool {
    let bench = Bench()
    let gone = Counter()
    final class Guest: Sendable {
        let manager: ImageManager
        let gone: Counter
        init(_ manager: ImageManager, _ gone: Counter) { (self.manager, self.gone) = (manager, gone) }
        func look() {}
        deinit {
            _ = manager.activeLoadCount
            gone.add()
        }
    }
    func context() -> ImageContext {
        .made { context in
            let guest = Guest(bench.manager, gone)
            context.cacheSerializer = { _, _, _ in
                guest.look()
                return nil
            }
        }
    }
    // a load that is cancelled while only the job graph has it
    let early = bench.load("http://host/early", [], context())
    early.operation?.cancel()
    let wasLetGo = gone.value == 1
    // a load that succeeds, one that fails, one that is cancelled while it runs, and one whose bytes are no image
    let loads = (0..<4).map { bench.load("http://host/\($0)", $0 == 0 ? .waitStoreCache : [], context()) }
    bench.settle()
    loads[2].operation?.cancel()
    bench.transport.running[0].respond("picture")
    bench.transport.running[0].respond(status: 404)
    bench.transport.running[0].respond("<html>")
    bench.settle()
    let wereTold = loads.allSatisfy { $0.results.count == 1 }
    bench.transport.forgetEnded()
    return wasLetGo && wereTold && bench.isIdle && gone.value == 5
}

@MainActor
private func letCodersGo() -> Bool {
    let bench = Bench()
    let gone = Counter()
    final class Guest: ImageCoder {
        let manager: ImageManager
        let gone: Counter
        var format: ImageFormat { .png }
        init(_ manager: ImageManager, _ gone: Counter) { (self.manager, self.gone) = (manager, gone) }
        func header(of bytes: [UInt8], limits: DecodeLimits) -> ImageHeader {
            ImageHeader(format: format, pixelSize: PixelSize(width: 1, height: 1))
        }
        func decode(_ bytes: [UInt8], options: DecodeOptions) -> Image { testImage() }
        deinit {
            _ = (manager.activeLoadCount, manager.memoryCache.totals)
            gone.add()
        }
    }
    func load(_ number: Int) {
        bench.load("http://host/\(number)", [], .made { $0.imageCoder = Guest(bench.manager, gone) })
        bench.answer("picture")
        bench.transport.forgetEnded()
    }
    for number in 0..<3 { load(number) }
    let wereKept = gone.value == 0
    bench.manager.imageCache.removeImages(of: "http://host/0", from: .memory)
    let wasLetGo = gone.value == 1
    // the next image evicts one, under the locks of the manager and of the cache
    bench.manager.memoryCache.limits.count = 2
    load(3)
    let wasEvicted = gone.value == 2
    bench.manager.memoryCache.removeAll()
    return wereKept && wasLetGo && wasEvicted && gone.value == 4 && bench.isIdle
}

private func callFromWarning() -> Bool {
    let directory = TemporaryDirectory()
    directory.write(Array("this is no database, but it is where one should be".utf8), to: "images.sqlite")
    let found = Lock<DiskCache?>(nil)
    let warnings = Counter()
    let cache = DiskCache(
        directory: directory.path, executor: InlineExecutor(),
        warn: { _ in
            warnings.add()
            guard let cache = found.withLock({ $0 }) else { return }
            cache.store(DiskCache.Entry(bytes: [1]), for: "b")
            cache.flush()
            _ = cache.totals()
        })
    found.withLock { $0 = cache }
    cache.store(DiskCache.Entry(bytes: [1, 2, 3]), for: "a")
    cache.flush()
    return warnings.value == 1 && cache.totals().count == 2 && cache.read("b")?.bytes == [1]
}
