import HalftoneCore
import FoundationEssentials
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// The downloader alone: requests for one picture share its download, and each has a token.
@Suite(.endsInTime) struct DownloadTokenTests {
    let bench = DownloaderBench()

    @Test func `equal requests share one download`() {
        let records = (0..<5).map { _ in bench.download() }
        #expect(bench.transport.transfers.count == 1)
        bench.transport.running[0].respond("picture")
        for record in records {
            #expect(record.words == ["picture"])
            #expect(record.progress.withLock(\.self) == ["7/7"])
            #expect(record.token?.metrics != nil && record.token?.response?.status == 200)
        }
        #expect(bench.isIdle)
    }

    /// D07.
    @Test func `without a URL the completion runs at once, and there is no token`() {
        let results = Lock<[Result<Payload, ImageError>]>([])
        let token = bench.downloader.download(nil) { result in results.withLock { $0.append(result) } }
        #expect(token == nil && results.withLock(\.self) == [.failure(.invalidURL)])
    }

    @Test func `a URL that is not HTTP is no download`() {
        let ends = Lock<[ImageError?]>([])
        for address in ["file:///etc/passwd", "ftp://host/a", "data:,x"] {
            bench.downloader.download(URL(string: address)) { result in
                guard case .failure(let error) = result else { return }
                ends.withLock { $0.append(error) }
            }?.cancel()
        }
        #expect(ends.withLock(\.self) == [.invalidURL, .invalidURL, .invalidURL] && bench.isIdle)
    }

    /// D20 and H02.
    @Test func `cancelling some tokens leaves the download to the others`() {
        let records = (0..<6).map { _ in bench.download() }
        for record in records.prefix(4) { record.token?.cancel() }
        #expect(records.prefix(4).allSatisfy { $0.words == ["cancelled"] })
        #expect(bench.running == ["a"])
        bench.transport.running[0].respond("picture")
        #expect(records.suffix(2).allSatisfy { $0.words == ["picture"] })
        for record in records { record.token?.cancel() }
        #expect(records.allSatisfy { $0.ends == 1 })
    }

    @Test func `cancelling the last token stops the download`() {
        let (first, second) = (bench.download(), bench.download())
        first.token?.cancel()
        second.token?.cancel()
        #expect(bench.transport.transfers[0].isCancelled)
        #expect(first.words == ["cancelled"] && second.words == ["cancelled"] && bench.isIdle)
    }

    /// D21 and H03.
    @Test func `a request after a cancellation is a new download, however soon`() {
        for _ in 0..<1000 {
            let dying = bench.download()
            dying.token?.cancel()
            let living = bench.download()
            #expect(dying.words == ["cancelled"] && living.ends == 0)
            bench.transport.running.last?.respond("picture")
            #expect(living.words == ["picture"])
        }
        #expect(bench.transport.transfers.count == 2000 && bench.isIdle)
    }

    /// H04: a request that comes while the others' completions run completes too.
    @Test func `a request during the completions of a download completes too`() {
        let late = Lock<[TokenRecord]>([])
        let bench = bench
        bench.downloader.download(URL(string: "http://host/a")) { _ in
            let record = bench.download()
            late.withLock { $0.append(record) }
        }
        bench.transport.running[0].respond("picture")
        #expect(bench.transport.transfers.count == 2)
        bench.transport.running[0].respond("again")
        #expect(late.withLock { $0.map(\.words) } == [["again"]])
    }

    /// H05 and D31b.
    @Test func `every token receives a failure once, and an empty body is one`() {
        let records = (0..<11).map { _ in bench.download() }
        bench.transport.running[0].respond("")
        #expect(records.allSatisfy { $0.words == ["the picture is empty"] })
    }

    @Test func `a download has the highest priority of its tokens`() {
        bench.downloader.configuration.queue.total = 1
        bench.download("first")
        bench.download("a", priority: .low)
        bench.download("b")
        let joining = bench.download("a", priority: .high)
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["a"])
        bench.download("c")
        bench.download("d", priority: .low).token?.setPriority(.high)
        joining.token?.setPriority(.low)
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["d"])
    }

    @Test func `requests that differ in what is sent are not shared`() throws {
        let url = try #require(URL(string: "http://host/a"))
        bench.download()
        bench.download(options: .handleCookies)
        bench.download(options: .retryFailed)  // an option of the manager that does not affect the request
        var request = ImageRequest(url: url)
        request.headers = [("Accept", "image/png")]
        bench.downloader.download(request) { _ in }
        bench.downloader.download(request) { _ in }
        request.decryptor = .base64
        bench.downloader.download(request) { _ in }
        bench.downloader.download(request) { _ in }
        #expect(bench.transport.transfers.count == 5)
        bench.downloader.cancelAll()
        #expect(bench.isIdle)
    }

    /// D11b.
    @Test func `cancelAll ends every token and resets the count`() {
        let records = ["a", "a", "b"].map { bench.download($0) }
        #expect(bench.downloader.currentDownloadCount == 2)
        bench.downloader.cancelAll()
        #expect(records.allSatisfy { $0.words == ["cancelled"] })
        #expect(bench.downloader.currentDownloadCount == 0)
    }

    @Test func `a cancelled task cancels its download`() async throws {
        let url = try #require(URL(string: "http://host/a"))
        let downloader = bench.downloader
        let task = Task { () async -> ImageError? in
            do throws(ImageError) {
                _ = try await downloader.payload(for: url)
                return nil
            } catch {
                return error
            }
        }
        await until { !bench.running.isEmpty }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(bench.isIdle)

        let early = Task { () async -> ImageError? in
            do throws(ImageError) {
                _ = try await downloader.payload(for: url)
                return nil
            } catch {
                return error
            }
        }
        early.cancel()
        #expect(await early.value == .cancelled)
    }

    @Test func `a download may be started and cancelled inside of a completion`() {
        let bench = bench
        let first = bench.download("b")
        let inner = Lock<TokenRecord?>(nil)
        bench.downloader.download(URL(string: "http://host/a")) { _ in
            first.token?.cancel()
            let next = bench.download("c")
            inner.withLock { $0 = next }
            bench.downloader.cancelAll()
        }
        bench.transport.running.first { $0.request.url.hasSuffix("/a") }?.respond("x")
        #expect(first.words == ["cancelled"] && inner.withLock { $0?.words } == ["cancelled"] && bench.isIdle)
    }
}
