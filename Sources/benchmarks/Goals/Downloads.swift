import Foundation
import FoundationNetworking
import HalftoneCore
import Transfer

extension Benchmark {
    static func downloads(_ session: BenchmarkSession) throws -> [Finding] {
        let server = try PictureServer()
        let urls = (0..<PictureServer.count).map { server.baseURL + "/image/\($0)" }
        let curl = try Programs.installed("curl")
        let times = try Rounds.times(
            session.rounds,
            [
                Subject(name: "halftone") { try engineSeconds(urls) },
                Subject(name: "URLSession") { try urlSessionSeconds(urls) },
                Subject(name: "curl") { try curlSeconds(curl, urls, session.directory) },
                // one image is curl's start-up, which the measurement in this process does not have
                Subject(name: "curl, one") { try curlSeconds(curl, [urls[0]], session.directory) },
            ])
        let (work, withoutStart) = ("1,000 images of 36 KB", times[2].less(times[3].median))
        return [
            Finding(
                work: work, ours: times[0], other: ("curl --parallel without start-up", withoutStart), goal: .curl),
            Finding(work: work, ours: times[0], other: ("URLSession", times[1]), goal: .urlSession),
        ]
    }

    /// Returns the seconds of downloads through the engine's transport, created anew in each round, as curl's is.
    private static func engineSeconds(_ urls: [String]) throws -> Double {
        let start = Clock.wall.now
        let transport = CurlTransport()
        let downloads = ConcurrentDownloads(urls: urls) { url, end in
            let body = Lock<[UInt8]>([])
            transport.start(TransferRequest(url: url)) { event in
                switch event {
                case .response(let response): body.withLock { $0.reserveCapacity(response.expectedBytes ?? 0) }
                case .bytes(let bytes): body.withLock { $0 += bytes }
                case .finished(.success): end(body.withLock { $0.count })
                case .finished(.failure): end(0)
                }
            }
        }
        try PictureServer.check(bytes: downloads.run(), of: urls.count)
        transport.shutdown()
        return Clock.wall.now - start
    }

    private static func urlSessionSeconds(_ urls: [String]) throws -> Double {
        let start = Clock.wall.now
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 6
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        let downloads = ConcurrentDownloads(urls: urls) { address, end in
            guard let url = URL(string: address) else { return end(0) }
            session.dataTask(with: url) { data, _, _ in end(data?.count ?? 0) }.resume()
        }
        try PictureServer.check(bytes: downloads.run(), of: urls.count)
        session.invalidateAndCancel()
        return Clock.wall.now - start
    }

    private static func curlSeconds(_ curl: String, _ urls: [String], _ directory: TemporaryDirectory) throws -> Double
    {
        let lines = urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"\n" }.joined()
        let list = try directory.file("urls-\(urls.count)", Array(lines.utf8))
        let command = Command(curl, ["--silent", "--fail", "--parallel", "--parallel-max", "6", "--config", list])
        return try ChildProcess.run(command).seconds
    }
}
