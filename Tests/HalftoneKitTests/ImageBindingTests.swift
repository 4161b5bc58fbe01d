import HalftoneKit
import TestSupport
import Testing

/// A view of another toolkit, with its own pixel format.
@MainActor private final class ToolkitView: ImageBindingTarget {
    private(set) lazy var binding = ImageBinding(manager: manager, target: self)
    private let manager: ImageManager
    private(set) var pixels: [UInt8]?
    private(set) var log: [String] = []

    init(manager: ImageManager) { self.manager = manager }

    func show(_ content: ImageBinding.Content, isAnimated: Bool) {
        pixels = content.image?.bitmap.premultipliedBGRA()
        switch content {
        case .nothing: log.append("nothing")
        case .placeholder: log.append("placeholder")
        case .preview(let image): log.append("preview \(image.size.width)")
        case .image(let loaded): log.append("image \(loaded.image.size.width)\(isAnimated ? " animated" : "")")
        }
    }

    func setLoading(_ isLoading: Bool) { log.append(isLoading ? "loading" : "idle") }
    func didDropLateResult() { log.append("late") }
    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

@Suite(.endsInTime) @MainActor struct ImageBindingTests {
    /// The gates of images, whose width is the number in their URL; an image arrives after its gate is opened.
    private let gates = Gates()
    private let manager: ImageManager
    private let view: ToolkitView

    init() {
        let gates = gates
        manager = ImageManager(
            cache: ImageCache(),
            loader: ClosureLoader { request in
                await gates.wait(for: request.urlText)
                return try png(Int(request.url.lastPathComponent) ?? 1, 4, RGBA(0, 0, 255, 255))
            })
        view = ToolkitView(manager: manager)
    }

    private actor Gates {
        private var isOpen: Set<String> = []
        private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        func wait(for name: String) async {
            if isOpen.contains(name) { return }
            await withCheckedContinuation { waiting[name, default: []].append($0) }
        }
        func open(_ name: String) {
            isOpen.insert(name)
            for continuation in waiting.removeValue(forKey: name) ?? [] { continuation.resume() }
        }
    }

    /// Opens the gate of an image, loads it and returns the result.
    private func load(_ number: Int, context: ImageContext = ImageContext()) async throws -> String {
        let address = try url("test://host/\(number)")
        await gates.open(address.absoluteString)
        return await withCheckedContinuation { continuation in
            view.binding.load(address, context: context) { result in
                switch result {
                case .success(let loaded): continuation.resume(returning: "\(loaded.image.size.width)")
                case .failure(let error): continuation.resume(returning: "\(error)")
                }
            }
        }
    }

    @Test func `an image arrives after the placeholder, and from memory at once`() async throws {
        #expect(try await load(3) == "3")
        #expect(view.takeLog() == ["placeholder", "loading", "idle", "image 3 animated"])
        #expect(view.pixels?.prefix(4) == [255, 0, 0, 255] && view.pixels?.count == 48)
        #expect(view.binding.progress.fraction == 1)
        view.binding.prepareForReuse()
        #expect(view.takeLog() == ["idle", "nothing"] && view.pixels == nil && view.binding.url == nil)
        view.binding.load(try url("test://host/3"))
        #expect(view.takeLog() == ["idle", "image 3"])
    }

    @Test func `a view that is reused never shows the image of its former row`() async throws {
        var ends: [String] = []
        view.binding.load(try url("test://host/5")) { result in
            if case .failure(let error) = result { ends.append("\(error)") }
        }
        let generation = view.binding.generation
        #expect(try await load(6) == "6")
        await gates.open("test://host/5")
        #expect(try await manager.image(for: try url("test://host/5")).image.size.width == 5)
        #expect(ends == ["cancelled"] && view.binding.generation == generation + 1)
        #expect(!view.log.contains("image 5 animated") && view.log.last == "image 6 animated")
        #expect(view.binding.url?.lastPathComponent == "6" && view.binding.latestOperation == nil)
    }

    @Test func `another size is shown until the right one has loaded`() async throws {
        #expect(try await load(40) == "40")
        _ = view.takeLog()
        #expect(try await load(40, context: .thumbnail(width: 20, height: 20)) == "20")
        #expect(view.takeLog() == ["preview 40", "idle", "image 20"])
    }

    /// Regression: the preview ignored what the options processor had made of the options.
    @Test func `an options processor that excludes the memory excludes previews, and is called once`() async throws {
        #expect(try await load(40) == "40")
        let calls = Lock(0)
        manager.configuration.optionsProcessor = { _, options, context in
            calls.withLock { $0 += 1 }
            return (options.union(.fromLoaderOnly), context)
        }
        _ = view.takeLog()
        #expect(try await load(40, context: .thumbnail(width: 20, height: 20)) == "20")
        #expect(view.takeLog() == ["placeholder", "loading", "idle", "image 20 animated"])
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `a released view cancels its loads`() async throws {
        let address = try url("test://host/7")
        let end = AsyncStream.makeStream(of: String.self)
        var other: ToolkitView? = ToolkitView(manager: manager)
        other?.binding.load(address) { result in
            if case .failure(let error) = result { end.continuation.yield("\(error)") }
        }
        other = nil
        for await word in end.stream {
            #expect(word == "cancelled")
            break
        }
        await gates.open(address.absoluteString)
        #expect(!manager.isRunning)
    }

    @Test(arguments: [false, true])
    func `content of the view's own counts as that of the bound URL`(isImage: Bool) async throws {
        #expect(try await load(2) == "2")
        view.binding.didShow(image: isImage)
        _ = view.takeLog()
        view.binding.load(try url("test://host/2"), options: [.delayPlaceholder, .fromLoaderOnly])
        #expect(view.takeLog() == ["loading"])
        _ = view.binding.load(try url("test://host/8"), options: .delayPlaceholder)
        #expect(view.takeLog().contains("nothing") == isImage)
        view.binding.prepareForReuse()
    }

    @Test func `pixels are exported premultiplied`() {
        let bitmap = Bitmap(
            size: PixelSize(width: 2, height: 1), bytes: [255, 128, 0, 128, 1, 2, 3, 0], hasAlpha: true)
        #expect(bitmap.premultipliedBGRA() == [0, 64, 128, 128, 0, 0, 0, 0])
    }
}
