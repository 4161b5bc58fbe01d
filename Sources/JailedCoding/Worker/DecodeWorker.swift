import CDecoders
import CJail
import Glibc
import ImageCoding
import Pixels

/// A process that decodes pictures of one format, one at a time, in a jail.
///
/// It is the program, started anew with ``argument``. It opens the format's library, locks itself in, and answers
/// requests until the program closes the connection.
package struct DecodeWorker {
    /// The argument that makes a process a worker; the name of a format follows.
    package static let argument = "--decode-worker"

    private let library: cdecoders_format
    private var picture: OpenPicture?

    private init(_ library: cdecoders_format) { self.library = library }

    /// Runs a worker until the connection is closed, then ends the process.
    package static func run(_ format: String) -> Never {
        signal(SIGPIPE, SIG_IGN)
        guard let library = PictureLibrary.named(format) else { exit(2) }
        do throws(WorkerFailure) {
            try PictureLibrary.open(library)
            ColorLibrary.prepare()
            try lockIn(for: format)
        } catch {
            WorkerSocket.write(error.message.bytes)
            _exit(1)
        }
        WorkerSocket.write(Message(.ready, payload: Array(PictureLibrary.version(of: library).utf8)).bytes)
        var worker = DecodeWorker(library)
        while worker.answerNext() {}
        _exit(0)  // without handlers of libraries, which might call what is forbidden
    }

    /// Locks the process in for pictures of a format; see `cjail_lock`. Throws the reason if that cannot be done.
    package static func lockIn(
        for format: String, processorSeconds: UInt64 = JailLimits.processorSeconds
    ) throws(WorkerFailure) {
        guard WorkerSocket.endWithProgram() else {
            let reason = String(cString: strerror(errno))
            throw WorkerFailure(unsupported: "its decoder cannot watch its connection: \(reason)")
        }
        let readableFolders = PictureLibrary.fontFolders(of: format)
        var folders: [UnsafePointer<CChar>?] = readableFolders.map { UnsafePointer(strdup($0)) } + [nil]
        let isLocked = folders.withUnsafeMutableBufferPointer { folders in
            var limits = cjail_limits(
                address_space: JailLimits.addressSpace, cpu_seconds: processorSeconds, readable_folders: nil)
            if !readableFolders.isEmpty { limits.readable_folders = UnsafePointer(folders.baseAddress) }
            return cjail_lock(&limits)
        }
        guard isLocked else {
            throw WorkerFailure(
                unsupported: errno == EBUSY
                    ? "its library keeps threads that cannot be locked in"
                    : "this kernel has no seccomp filters to decode it safely")
        }
    }

    /// Draws the open picture; `nil` if there is none. Closes a still, which is drawn once, because libraries keep all of
    /// its pixels.
    private mutating func draw(
        _ drawing: Drawing
    ) throws(WorkerFailure) -> (bitmap: Bitmap, warning: DecodeWarning?)? {
        guard let picture else { return nil }
        if picture.facts.frameCount == 1 { self.picture = nil }
        return try picture.draw(drawing)
    }

    /// Answers a request. Returns `false` if the connection is closed.
    private mutating func answerNext() -> Bool {
        guard let head = WorkerSocket.read(Message.headBytes), let (request, count) = Message.parse(head: head) else {
            return false
        }
        do throws(WorkerFailure) {
            switch request.kind {
            case .open:
                picture = nil  // frees its memory first
                guard let bytes = PictureBytes(count) else {
                    guard WorkerSocket.skip(count) else { return false }
                    throw .noMemory
                }
                guard WorkerSocket.read(count, into: bytes.start) else { return false }
                let opened = try OpenPicture(bytes, library)
                picture = opened
                return WorkerSocket.write(opened.facts.message.bytes)
            case .draw:
                guard let (bitmap, warning) = try draw(Drawing(request)) else { return false }
                if picture == nil { cjail_return_memory() }
                let reply = Message(.pixels, warning?.numbers ?? [])
                return WorkerSocket.write(reply.head(payloadBytes: bitmap.bytes.count))
                    && WorkerSocket.write(bitmap.bytes)
            case .header, .pixels, .failure, .ready:
                return false
            }
        } catch {
            return WorkerSocket.write(error.message.bytes)
        }
    }
}

/// The resources of a worker, whatever it decodes.
package enum JailLimits {
    /// Bytes of address space: the libraries with their threads and fonts, ``DecodeLimits/workerBytes``, twice the largest
    /// result, and the encoded bytes.
    package static let addressSpace: UInt64 = {
        let limits = DecodeLimits()
        return UInt64(300_000_000 + limits.workerBytes + 2 * 4 * limits.resultPixels + encodedBytes)
    }()
    /// Maximum encoded bytes of a picture.
    package static let encodedBytes = 400_000_000
    /// Maximum bytes that compressed ones may become: more than an SVG of its seconds has.
    static let inflatedBytes = 100_000_000
    /// Seconds of processor time. The program ends a worker that takes longer than ``DecodeLimits/seconds``, and after
    /// ``DecodeWorkers/maxSecondsOfWork``; this limit ends one that its program no longer watches.
    package static let processorSeconds: UInt64 = 700
}
