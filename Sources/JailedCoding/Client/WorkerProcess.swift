import CJail
import Glibc
import HalftoneCore
import ImageCoding

/// A decode worker and the connection to it, for one thread at a time. It is killed when this object is released.
///
/// Nothing that it sends is trusted: an answer that is not as expected is an error, after which it is not used again.
///
/// Unchecked: it belongs to the thread that took it from ``DecodeWorkers``, or is idle, behind their lock.
final class WorkerProcess: @unchecked Sendable {
    let format: ImageFormat
    /// The name and the version of its library.
    private(set) var library = ""
    /// The number of the animation that it has open; `nil` for another picture.
    var openAnimation: Int?
    /// Seconds that it has taken for requests.
    private(set) var secondsOfWork = 0.0
    /// Whether it has answered all requests validly, and waits for the next.
    private(set) var isIdle = false

    private let child: WorkerProgram.Child

    var id: pid_t { child.id }

    /// Starts a worker and waits until it has locked itself in.
    ///
    /// - Throws: `.decoderUnavailable` with the reason if it cannot start, whatever the picture.
    init(_ format: ImageFormat, program: WorkerProgram, options: DecodeOptions) throws(ImageCodingError) {
        self.format = format
        do throws(SpawnedProcess.Failure) {
            child = try program.start(for: format)
        } catch {
            throw .decoderUnavailable(format, "its decoder cannot be started: \(error.reason)")
        }
        let reply: Message
        do throws(ImageCodingError) {
            reply = try receiveMessage(options)
        } catch .damaged(_, let reason) {
            throw .decoderUnavailable(format, reason)
        } catch {
            throw error
        }
        if let failure = WorkerFailure(reply) { throw .decoderUnavailable(format, failure.text) }
        guard reply.kind == .ready else { throw .decoderUnavailable(format, "its decoder gave an invalid answer") }
        library = TextSanitizer.clean(String(decoding: reply.payload.prefix(100), as: UTF8.self))
        isIdle = true
    }

    /// Whether it is idle and still there: it may have been killed for memory.
    var isUsable: Bool {
        var event = pollfd(fd: child.socket, events: Int16(POLLIN), revents: 0)
        return isIdle && poll(&event, 1, 0) == 0
    }

    // MARK: - Requests

    /// Sends a picture's bytes, and returns the header that the worker reads from them.
    func open(_ source: ByteSource, _ options: DecodeOptions) throws(ImageCodingError) -> PictureHeader {
        openAnimation = nil
        guard source.count <= JailLimits.encodedBytes else {
            throw .decoderUnavailable(format, "\(ByteSize(source.count)) need too much memory")
        }
        return try request(options) { () throws(ImageCodingError) in
            try send(Message(.open).head(payloadBytes: source.count), options)
            var offset = 0
            while offset < source.count {
                let piece = source.read(at: offset, count: Self.pieceBytes)
                guard !piece.isEmpty else { throw .damaged(format, "its bytes cannot be read") }
                try send(piece, options)
                offset += piece.count
            }
            let reply = try receiveMessage(options)
            if let failure = WorkerFailure(reply) { throw refused(failure) }
            guard let facts = PictureHeader(reply) else { throw invalidReply }
            return facts
        }
    }

    /// Requests a decode of the open picture to pixels of that many bytes.
    func draw(
        _ drawing: Drawing, bytes count: Int, _ options: DecodeOptions
    ) throws(ImageCodingError) -> (pixels: [UInt8], warning: DecodeWarning?) {
        try request(options) { () throws(ImageCodingError) in
            try send(drawing.message.bytes, options)
            let (reply, payload) = try receiveHead(options)
            if reply.kind == .failure {
                let whole = try receivePayload(of: reply, payload, options)
                if let failure = WorkerFailure(whole) { throw refused(failure) }
            }
            guard reply.kind == .pixels, payload == count else { throw invalidReply }
            return (try receive(count, options), DecodeWarning(reply))
        }
    }

    /// Bytes of a picture that are read and sent at a time.
    private static let pieceBytes = 1 << 18

    private func request<Value>(
        _ options: DecodeOptions, _ body: () throws(ImageCodingError) -> Value
    ) throws(ImageCodingError) -> Value {
        isIdle = false
        let start = options.time.now
        defer { secondsOfWork += (options.time.now - start).seconds }
        let value = try body()
        isIdle = true
        return value
    }

    /// Returns the error for a picture that the worker cannot decode. The worker stays usable.
    private func refused(_ failure: WorkerFailure) -> ImageCodingError {
        isIdle = true
        return failure.error(format)
    }

    private var invalidReply: ImageCodingError { .damaged(format, "its decoder gave an invalid answer") }

    // MARK: - Bytes

    private func send(_ bytes: [UInt8], _ options: DecodeOptions) throws(ImageCodingError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { cjail_send(child.socket, $0.baseAddress, UInt($0.count)) }
            if count > 0 {
                sent += count
            } else {
                guard errno == EAGAIN || errno == EINTR else { throw endError() }
                try wait(for: POLLOUT, options)
            }
        }
    }

    private func receive(_ count: Int, _ options: DecodeOptions) throws(ImageCodingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let room = received..<count
            let read = bytes.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[room])
                return cjail_receive(child.socket, rest.baseAddress, UInt(rest.count))
            }
            if read > 0 {
                received += read
            } else {
                guard read < 0, errno == EAGAIN || errno == EINTR else { throw endError() }
                try wait(for: POLLIN, options)
            }
        }
        return bytes
    }

    private func receiveHead(_ options: DecodeOptions) throws(ImageCodingError) -> (Message, payload: Int) {
        guard let (head, payload) = Message.parse(head: try receive(Message.headBytes, options)) else {
            throw invalidReply
        }
        return (head, payload)
    }

    private func receivePayload(
        of head: Message, _ count: Int, _ options: DecodeOptions
    ) throws(ImageCodingError) -> Message {
        guard count <= Message.maxPayload else { throw invalidReply }
        var message = head
        message.payload = try receive(count, options)
        return message
    }

    private func receiveMessage(_ options: DecodeOptions) throws(ImageCodingError) -> Message {
        let (head, count) = try receiveHead(options)
        return try receivePayload(of: head, count, options)
    }

    /// Waits until the socket is ready, and checks for cancellation in between.
    private func wait(for event: Int32, _ options: DecodeOptions) throws(ImageCodingError) {
        try options.checkMayContinue()
        var socket = pollfd(fd: child.socket, events: Int16(event), revents: 0)
        poll(&socket, 1, Self.millisecondsBetweenChecks)
    }

    private static let millisecondsBetweenChecks: Int32 = 10

    /// Returns the error for a picture that has ended its worker.
    private func endError() -> ImageCodingError {
        let end = child.end()
        let text = "its decoder \(end.text)"
        return end.isForMemory ? .decoderUnavailable(format, text) : .damaged(format, text)
    }
}
