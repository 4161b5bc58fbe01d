import CJail
import Glibc
import HalftoneCore
import ImageCoding
@testable import JailedCoding
import Pixels
import TestSupport
import Testing

@Suite(.endsInTime) struct BrokenWorkerTests {
    private func error(
        _ stub: String, as format: ImageFormat = .avif, options: DecodeOptions = DecodeOptions(), bytes: Int = 100
    ) throws -> ImageCodingError? {
        let pool = TestWorkers.pool([stub])
        let coder = try TestWorkers.coder(format, pool)
        let result = Result { () throws(ImageCodingError) in
            try coder.decode([UInt8](repeating: 1, count: bytes), options: options)
        }
        guard let error = result.error else { return nil }
        #expect(pool.idleProcesses.isEmpty || stub == "hugePicture")
        #expect(!error.description.contains("\n") && error.description.count < 120)
        return error
    }

    /// Workers of AVIF have no folder whose files they can read; those of SVG have.
    @Test(
        arguments: ["connects", "startsProgram", "forks", "signalsParent", "runsData", "traces"],
        [ImageFormat.avif, .svg])
    func `a forbidden system call ends the worker`(_ stub: String, _ format: ImageFormat) throws {
        #expect(try error(stub, as: format) == .damaged(format, "its decoder made a forbidden system call"))
    }

    @Test(arguments: ["opensFile", "signalsByFile"])
    func `a worker that may read fonts has no other files, and no signals`(_ stub: String) throws {
        #expect(try error(stub) == .damaged(.avif, "its decoder made a forbidden system call"))
        #expect(try error(stub, as: .svg) == .damaged(.svg, "its decoder ended early"))
    }

    @Test(.enabled(if: cjail_has_landlock(), "the kernel has no Landlock"))
    func `a worker with threads that Landlock does not restrict does not begin`() throws {
        let reason = "its library keeps threads that cannot be locked in"
        #expect(try error("keepsThread", as: .svg) == .decoderUnavailable(.svg, reason))
    }

    @Test func `a worker that would not end with its program does not begin`() throws {
        let reason = "its decoder cannot watch its connection: Socket operation on non-socket"
        #expect(try error("isUnwatched") == .decoderUnavailable(.avif, reason))
    }

    @Test(arguments: [
        ("works", "took too much processor time"), ("crashes", "crashed (signal 11)"), ("exits", "ended early"),
        ("halfAnswer", "ended early"), ("garbage", "gave an invalid answer"),
        ("endlessAnswer", "gave an invalid answer"), ("hugePayload", "gave an invalid answer"),
        ("negativePayload", "gave an invalid answer"), ("wrongKind", "gave an invalid answer"),
        ("emptyPicture", "gave an invalid answer"), ("manyFrames", "gave an invalid answer"),
        ("wrongPixels", "gave an invalid answer"),
    ])
    func `a worker that breaks or answers wrongly is one error`(_ stub: String, reason: String) throws {
        #expect(try error(stub) == .damaged(.avif, "its decoder " + reason))
    }

    @Test func `a worker without memory does not mean a damaged picture`() throws {
        let text = "its decoder failed, perhaps for want of memory (signal 6)"
        #expect(try error("aborts") == .decoderUnavailable(.avif, text))
        #expect(try error("hogs") == .decoderUnavailable(.avif, text))
        let killed = "its decoder was killed, perhaps for memory"
        #expect(try error("isKilled") == .decoderUnavailable(.avif, killed))
    }

    @Test func `a worker has little of the environment`() throws {
        try #require(getenv("PATH") != nil && getenv("HOME") != nil)
        #expect(try error("sharesEnvironment") == .damaged(.avif, "its decoder ended early"))
    }

    @Test func `the work for a picture that is refused counts`() throws {
        let pool = TestWorkers.pool()
        let options = DecodeOptions()
        let seconds = try pool.withWorker(for: .svg, options) { (worker) throws(ImageCodingError) in
            for _ in 0..<3 { #expect(throws: ImageCodingError.self) { try worker.open(ByteSource([1]), options) } }
            return worker.secondsOfWork
        }
        #expect(seconds > 0)
    }

    @Test(arguments: ["hangs", "neverReads"]) func `a worker that hangs ends with its time`(_ stub: String) throws {
        var options = DecodeOptions()
        options.limits.seconds = 1
        #expect(try error(stub, options: options, bytes: 5_000_000) == .tooSlow(seconds: 1))
    }

    @Test func `a cancelled decode ends at once`() async throws {
        var options = DecodeOptions()
        let token = CancellationToken()
        options.cancellation = token
        async let result = Task.detached { [options] in try error("hangs", options: options) }.value
        token.cancel()
        #expect(try await result == .cancelled)
    }

    @Test func `a worker ends with its program`() throws {
        let child = try TestWorkers.program(["hangs"]).start(for: .avif)
        let request = Message(.open).head(payloadBytes: 1) + [1]
        #expect(cjail_send(child.socket, request, UInt(request.count)) == request.count)
        var socket = pollfd(fd: child.socket, events: Int16(POLLIN), revents: 0)
        #expect(poll(&socket, 1, 45_000) == 1)  // it has locked itself in
        // as if the program had ended, in the middle of a picture
        shutdown(child.socket, Int32(SHUT_RDWR))
        var status: Int32 = 0
        #expect(waitpid(child.id, &status, 0) == child.id)
        #expect(status == 0)
    }

    @Test func `a worker goes on at a signal of its connection that comes late`() throws {
        let coder = try TestWorkers.coder(.avif, TestWorkers.pool(["isSignaled"]))
        #expect(try coder.decode([1], options: DecodeOptions()).size == PixelSize(width: 4, height: 4))
    }

    @Test func `a size that cannot be multiplied is no answer`() throws {
        let box = DecodeOptions(box: PixelSize(width: 9, height: 9))
        #expect(try error("hugeVector", as: .svg, options: box) == .damaged(.svg, "its decoder gave an invalid answer"))
    }

    @Test func `a size that a worker invents is checked against the limits`() throws {
        let size = PixelSize(width: 1_000_000_000, height: 1_000_000_000)
        #expect(try error("hugePicture") == .tooLarge(size, limit: "65535 pixels a side"))
    }

    @Test func `a worker that sends more than it is asked for is not used again`() throws {
        let pool = TestWorkers.pool(["chatters"])
        let coder = try TestWorkers.coder(.avif, pool)
        for _ in 0..<3 {
            let image = try coder.decode([1], options: DecodeOptions())
            // alpha is detected in its pixels
            #expect(image.size == PixelSize(width: 4, height: 4) && image.bitmap.hasAlpha)
        }
    }

    @Test func `the next picture has a fresh worker after a death`() throws {
        let pool = TestWorkers.pool()
        let coder = try TestWorkers.coder(.svg, pool)
        let picture = Array("<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'/>".utf8)
        _ = try coder.decode(picture, options: DecodeOptions())
        let first = pool.idleProcesses
        _ = try coder.decode(picture, options: DecodeOptions())
        #expect(pool.idleProcesses == first && first.count == 1)
        kill(first[0], SIGKILL)
        _ = try coder.decode(picture, options: DecodeOptions())
        #expect(pool.idleProcesses.count == 1 && pool.idleProcesses != first)
        // an error that the worker reports leaves it alive
        let second = pool.idleProcesses
        #expect(throws: ImageCodingError.self) { try coder.decode(Array("<svg".utf8), options: DecodeOptions()) }
        #expect(pool.idleProcesses == second)
        pool.removeAll()
        #expect(kill(second[0], 0) == -1 && pool.idleProcesses.isEmpty)
    }

    @Test func `a program that cannot be started is one error`() throws {
        for (path, reason) in [
            ("/nonexistent", "its decoder cannot be started: No such file or directory"),
            ("/bin/true", "its decoder ended early"),
        ] {
            let pool = DecodeWorkers(program: WorkerProgram(path: path))
            let coder = try #require(JailedImageCoder.coders(workers: pool).first)
            #expect(throws: ImageCodingError.decoderUnavailable(coder.format, reason)) {
                try coder.decode([1], options: DecodeOptions())
            }
        }
    }
}
