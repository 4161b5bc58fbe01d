// Examples of the article “Adding Formats and Loaders”, as they stand there.

import HalftoneKit

func addLoaders(to manager: ImageManager, of assets: Assets) {
    manager.loaders.add(
        ClosureLoader(schemes: ["asset"]) { request in try await assets.bytes(named: request.urlText) })

    manager.loaders.add(
        ClosureLoader.images(schemes: ["swatch"]) { _ in
            Image(bitmap: Bitmap(size: PixelSize(width: 16, height: 16), filledWith: RGBA(200, 80, 40)))
        })
}

/// The data that the loader of the scheme `asset` reads.
actor Assets {
    private let all: [String: [UInt8]]
    init(_ all: [String: [UInt8]]) { self.all = all }

    func bytes(named name: String) throws -> [UInt8] {
        guard let bytes = all[name] else { throw ImageError.unreadableFile("no asset \(name)") }
        return bytes
    }
}

func decodeOnce(_ bytes: [UInt8], with coder: any ImageCoder, for manager: ImageManager) throws -> Image {
    let registration = manager.coders.add(coder)
    defer { manager.coders.remove(registration) }
    return try manager.coders.decode(bytes)
}

/// The files that the loader of the scheme `archive` unpacks.
actor Archive {
    private let all: [String: [UInt8]]
    init(_ all: [String: [UInt8]]) { self.all = all }

    func unpack(
        _ name: String, progress: @Sendable (_ unpacked: Int, _ size: Int) -> Void
    ) async throws -> [UInt8] {
        guard let bytes = all[name] else { throw ImageError.unreadableFile("no file \(name)") }
        for part in 1...4 {
            try Task.checkCancellation()
            progress(bytes.count * part / 4, bytes.count)
        }
        return bytes
    }
}

struct ArchiveLoader: ImageLoader {
    let archive: Archive

    func canLoad(_ request: ImageRequest) -> Bool {
        request.urlText.hasPrefix("archive:")
    }

    func load(
        _ request: ImageRequest,
        events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        Unpacking(
            Task {
                events(.started)
                do {
                    let bytes = try await archive.unpack(request.urlText) {
                        events(.progress(received: $0, expected: $1))
                    }
                    let payload = Payload(bytes: bytes, origin: .file)
                    events(.finished(.success(.fresh(payload)), nil))
                } catch is CancellationError {
                    events(.finished(.failure(.cancelled), nil))
                } catch {
                    let reason = "\(error)"
                    events(.finished(.failure(.loaderFailed(reason)), nil))
                }
            })
    }

    func shouldBlockFailedURL(for error: ImageError) -> Bool { false }

    struct Unpacking: ImageLoaderTask {
        let task: Task<Void, Never>
        init(_ task: Task<Void, Never>) { self.task = task }
        func cancel() { task.cancel() }
        func setPriority(_ priority: ImagePriority) {}
    }
}
