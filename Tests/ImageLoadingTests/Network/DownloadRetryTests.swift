import EngineTestSupport
import TestSupport
import HalftoneCore
import Testing
import Transfer

@testable import ImageLoading

/// Retrying, and resuming where a lost connection stopped.
@Suite(.endsInTime) struct DownloadRetryTests {
    let bench = DownloaderBench { $0.retry = .standard }

    private func breakOff(after text: String, tag: String? = "\"v1\"", of total: Int = 7) {
        guard let transfer = bench.transport.running.last else { return }
        let headers: TransferHeaders = if let tag { ["ETag": tag] } else { [:] }
        transfer.send(.response(.init(url: "", status: 200, headers: headers, expectedBytes: total)))
        transfer.send(.bytes(Array(text.utf8)))
        transfer.finish(.failure(.connectionLost(received: text.utf8.count, expected: total)))
    }

    private func wait() { bench.timers.advance(by: .seconds(10)) }

    @Test func `a server error is retried after a pause`() {
        let load = bench.load()
        bench.transport.running[0].respond(status: 503)
        #expect(load.words == ["started", "503", "retrying"])
        #expect(bench.running.isEmpty && bench.timers.waits.count == 1)
        wait()
        bench.transport.running[0].respond("picture")
        #expect(load.words.suffix(4) == ["started", "200", "7/7", "picture"])
        #expect(bench.isIdle)
    }

    /// Regression: the trace counted only the bytes of the last attempt, and none of a cancelled download.
    @Test func `the bytes of all attempts are reported at the end`() {
        let load = bench.load()
        for text in ["pic", "pi"] {
            breakOff(after: text, tag: nil)
            wait()
        }
        bench.transport.running.last?.respond("picture")
        #expect(load.text == "picture")
        #expect(load.metrics?.bytes == 12)
        // also when the download is cancelled
        let other = bench.load("b")
        breakOff(after: "pictu", tag: nil)
        wait()
        other.task?.cancel()
        #expect(other.error == .cancelled && other.metrics?.bytes == 5)
        // and nothing is reported for a download without bytes
        let third = bench.load("c")
        third.task?.cancel()
        #expect(third.error == .cancelled && third.metrics == nil && bench.isIdle)
    }

    @Test func `after the last attempt the error is the end`() {
        let load = bench.load()
        for _ in 0..<3 {
            bench.transport.running.last?.finish(.failure(.couldNotConnect(host: "host")))
            wait()
        }
        #expect(load.words.filter { $0.hasPrefix("retrying") } == ["retrying", "retrying"])
        #expect(load.error == .transfer(.couldNotConnect(host: "host")) && load.ends == 1)
        #expect(bench.transport.transfers.count == 3 && bench.isIdle)
    }

    @Test func `a permanent error is not retried`() {
        let load = bench.load()
        bench.transport.running[0].respond(status: 404)
        #expect(load.error == .invalidStatusCode(404) && bench.timers.waits.isEmpty)
    }

    @Test func `Retry-After is obeyed, and too long a delay ends the load`() {
        let patient = bench.load("a")
        let first = bench.transport.running[0]
        first.send(.response(.init(url: "", status: 429, headers: ["Retry-After": "7"])))
        first.finish()
        #expect(bench.timers.waits == [.seconds(7)])
        bench.timers.advance(by: .seconds(7))
        bench.transport.running[0].respond("x")
        #expect(patient.text == "x")

        let hopeless = bench.load("b")
        let second = bench.transport.running[0]
        second.send(.response(.init(url: "", status: 503, headers: ["Retry-After": "3600"])))
        second.finish()
        #expect(hopeless.error == .invalidStatusCode(503, headers: ["Retry-After": "3600"]) && bench.isIdle)
    }

    @Test func `a pause holds no slot`() {
        bench.downloader.configuration.queue.total = 1
        bench.load("a")
        let second = bench.load("b")
        bench.transport.running[0].respond(status: 500)
        #expect(bench.running == ["b"])
        bench.transport.running[0].respond("x")
        #expect(second.text == "x")
        wait()
        #expect(bench.running == ["a"])
    }

    @Test func `cancelling in the pause ends the load, and the timer does nothing`() {
        let load = bench.load()
        bench.transport.running[0].respond(status: 500)
        load.task?.cancel()
        #expect(load.words.last == "cancelled")
        wait()
        #expect(bench.running.isEmpty && load.ends == 1 && bench.isIdle)
    }

    @Test func `another attempt continues where the connection was lost`() {
        let load = bench.load()
        breakOff(after: "pict")
        wait()
        let second = bench.transport.running[0]
        #expect(second.header("Range") == "bytes=4-" && second.header("If-Range") == "\"v1\"")
        second.send(
            .response(.init(url: "", status: 206, headers: ["Content-Range": "bytes 4-6/7"], expectedBytes: 3)))
        second.send(.bytes(Array("ure".utf8)))
        second.finish()
        #expect(load.text == "picture")
        #expect(!load.words.contains("restarted"))
    }

    @Test func `without a strong validator it begins anew`() {
        for tag in [nil, "W/\"v1\""] {
            let load = bench.load()
            breakOff(after: "pict", tag: tag)
            wait()
            #expect(bench.transport.running[0].header("Range") == nil)
            bench.transport.running[0].respond("picture")
            #expect(load.text == "picture" && load.words.contains("restarted"))
        }
    }

    @Test func `the whole picture is requested at once from a server without ranges`() {
        let load = bench.load()
        breakOff(after: "pict")
        wait()
        bench.transport.running[0].send(
            .response(.init(url: "", status: 416, headers: ["Content-Range": "bytes */3"], expectedBytes: 0)))
        #expect(bench.timers.waits.isEmpty)
        #expect(bench.transport.running[0].header("Range") == nil)
        bench.transport.running[0].respond("new")
        #expect(load.text == "new" && load.ends == 1 && bench.isIdle)
    }

    // MARK: - Partial downloads

    @Test func `bytes of a cancelled download are kept and resumed by the next one`() {
        let first = bench.load { $0.partialKey = "key" }
        let transfer = bench.transport.running[0]
        transfer.send(.response(.init(url: "", status: 200, headers: ["ETag": "\"v1\""], expectedBytes: 7)))
        transfer.send(.bytes(Array("pict".utf8)))
        first.task?.cancel()
        #expect(bench.kept == Array("pict".utf8))

        let second = bench.load { $0.partialKey = "key" }
        #expect(bench.transport.running[0].header("Range") == "bytes=4-")
        bench.transport.running[0].send(
            .response(.init(url: "", status: 206, headers: ["Content-Range": "bytes 4-6/7"], expectedBytes: 3)))
        bench.transport.running[0].send(.bytes(Array("ure".utf8)))
        bench.transport.running[0].finish()
        #expect(second.text == "picture")
        #expect(bench.kept == nil)
    }

    @Test func `bytes of a failed download are kept too`() {
        let load = bench.load { $0.partialKey = "key" }
        breakOff(after: "pi")
        wait()
        bench.transport.running[0].send(
            .response(.init(url: "", status: 206, headers: ["Content-Range": "bytes 2-6/7"], expectedBytes: 5)))
        bench.transport.running[0].send(.bytes(Array("ct".utf8)))
        for _ in 0..<2 {
            bench.transport.running[0].finish(.failure(.connectionLost(received: 0, expected: nil)))
            wait()
        }
        #expect(load.ends == 1)
        #expect(bench.kept == Array("pict".utf8))
    }

    @Test func `nothing is kept without a key or of a body that is too large`() {
        bench.load("a")
        breakOff(after: "pict")
        bench.downloader.cancelAll()
        #expect(bench.downloader.state.withLock(\.partials).isEmpty)

        let bench = DownloaderBench { $0.limits.bytes = 5 }
        let load = bench.load { $0.partialKey = "key" }
        let transfer = bench.transport.running[0]
        transfer.send(.response(.init(url: "", status: 200, headers: ["ETag": "\"v1\""])))
        transfer.send(.bytes(Array("pict".utf8)))
        transfer.send(.bytes(Array("ure".utf8)))
        #expect(load.error == .transfer(.tooLarge(limit: 5)))
        #expect(bench.kept == nil)
    }

    /// Few enough, few enough bytes, and few enough bytes in memory.
    @Test(arguments: [(33, 20), (9, 1_000_000)])
    func `the oldest downloads are dropped beyond the limits`(count: Int, bytes: Int) {
        var partials = PartialDownloads()
        func partial(_ bytes: Int) -> PartialDownload {
            let body = StoredBytes([UInt8](repeating: 1, count: bytes))
            return PartialDownload(body: body, validators: Validators(), total: nil)
        }
        for number in 0..<count {
            #expect(partials.keep(partial(bytes), for: "\(number)").count == (number + 1 == count ? 1 : 0))
        }
        #expect(partials.keep(partial(64_000_001), for: "large").first?.body.count == 64_000_001)
        #expect(partials.take("0") == nil && partials.take("large") == nil)
        for number in 1..<count {
            #expect(partials.take("\(number)")?.body.count == bytes)
            #expect(partials.take("\(number)") == nil, "only one download continues it")
        }
    }

    @Test func `a kept part of another version is dropped`() {
        bench.keep(Array("old".utf8), tag: "\"v0\"", total: 9)
        let load = bench.load { $0.partialKey = "key" }
        #expect(bench.transport.running[0].header("If-Range") == "\"v0\"")
        bench.transport.running[0].respond("picture", tag: "\"v1\"")
        #expect(load.text == "picture" && bench.kept == nil)
    }

    @Test func `a conditional request resumes nothing`() {
        bench.keep(Array("old".utf8), tag: "\"v0\"", total: 9)
        let load = bench.load {
            $0.partialKey = "key"
            $0.validators = Validators(entityTag: "\"v0\"", lastModified: "x")
        }
        #expect(bench.transport.running[0].header("Range") == nil)
        #expect(bench.transport.running[0].header("If-None-Match") == "\"v0\"")
        #expect(bench.transport.running[0].header("If-Modified-Since") == "x")
        bench.transport.running[0].respond(status: 304)
        #expect(load.words.last == "not modified")
        #expect(bench.kept == Array("old".utf8))
    }

    /// Regression: the task of the first transfer replaced that of the second, which could not be cancelled.
    @Test func `a download that starts over before its transfer is known can be cancelled`() {
        let transport = FakeTransport { transfer in
            if transfer.header("Range") != nil { transfer.respond(status: 416) }
        }
        let bench = DownloaderBench(transport: transport)
        bench.keep(Array("pict".utf8), tag: "\"1\"", total: 7)
        let load = bench.load { $0.partialKey = "key" }
        #expect(transport.transfers.count == 2)
        load.task?.cancel()
        #expect(load.words.last == "cancelled" && transport.transfers[1].isCancelled && bench.isIdle)
    }
}
