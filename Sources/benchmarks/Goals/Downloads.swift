import HalftoneCore
import Glibc
import ImageLab
import Transfer

extension Benchmark {
    static let downloads = Benchmark(
        name: "P9", summary: "1,000 pictures of 36 KB over six connections, compared with curl and URLSession", runs: 5
    ) { session in
        let server = try PictureServer()
        let urls = (0..<PictureServer.count).map { server.baseURL + "/image/\($0)" }
        var subjects = [Subject(name: "halftone") { try engineSeconds(urls) }]
        if let curl = session.programs.peer("curl") {
            subjects.append(Subject(name: "curl") { try curlSeconds(curl, urls, session.directory) })
            // one picture, whose time is subtracted as curl's start-up, which the measurement in this process does not
            // have
            subjects.append(Subject(name: "curl, one") { try curlSeconds(curl, [urls[0]], session.directory) })
        } else {
            session.note("P9: not compared with curl: not installed")
        }
        subjects.append(Subject(name: "URLSession") { try URLSessionDownloads(width: 6).seconds(urls) })
        let times = try Rounds.times(session.runs, subjects)
        let work = "1,000 pictures, wall"
        var findings: [Finding] = []
        for (subject, time) in zip(subjects, times).dropFirst() {
            switch subject.name {
            case "curl":
                let less = time.less(times[2].median)
                findings.append(
                    Finding(
                        name: "P9", work: work, ours: times[0], other: ("curl -Z without start-up", less),
                        goal: .atMost(0.95)))
            case "URLSession":
                findings.append(
                    Finding(
                        name: "P9", work: work, ours: times[0], other: (subject.name, time), goal: .timesCheaper(4)))
            default: break
            }
        }
        return findings
    }

    /// Returns the seconds of downloads through the engine's transport, created anew in each round, as curl's is.
    private static func engineSeconds(_ urls: [String]) throws -> Double {
        try Clock.wall.seconds { _ in
            let transport = CurlTransport()
            let convoy = Convoy(urls: urls) { url, end in
                let body = Lock<[UInt8]>([])
                transport.start(TransferRequest(url: url)) { event in
                    switch event {
                    case .response(let response):
                        body.withLock { $0.reserveCapacity(response.expectedBytes ?? 0) }
                    case .bytes(let bytes): body.withLock { $0 += bytes }
                    case .finished(.success): end(body.withLock { $0.count })
                    case .finished(.failure): end(nil)
                    }
                }
            }
            try PictureServer.check(bytes: convoy.run(width: 6), of: urls.count)
            transport.shutdown()
        }
    }

    private static func curlSeconds(_ curl: String, _ urls: [String], _ directory: TemporaryDirectory) throws -> Double
    {
        let lines = urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"\n" }.joined()
        let list = try directory.file("urls-\(urls.count)", Array(lines.utf8))
        let command = Command(curl, ["--silent", "--fail", "-Z", "--parallel-max", "6", "-K", list])
        return try ChildProcess.run(command).seconds
    }
}

/// The Lab's server in a separate process, which is this program with another argument.
@MainActor
final class PictureServer {
    nonisolated static let count = 1000
    nonisolated static let pictureBytes = 36_000
    /// The argument that makes this program run the server.
    nonisolated static let argument = "--serve"

    let baseURL: String
    private let process: ChildProcess

    init() throws {
        process = try ChildProcess(Command(Programs.ownPath, [Self.argument]))
        guard let line = process.readLine() else { throw Failure("the server did not start") }
        baseURL = line
    }

    nonisolated static func check(bytes: Int, of count: Int) throws {
        guard bytes == count * pictureBytes else { throw Failure("\(bytes) bytes came instead of \(count) pictures") }
    }

    /// Runs the server in the child process: prints its address, and serves until the reader of the output is gone.
    static func serve() throws -> Never {
        let bytes = [UInt8](repeating: 0x5A, count: pictureBytes)
        let pictures = (0..<count).map { number in
            LabPicture(name: "\(number)", title: "", mimeType: "image/jpeg", bytes: { bytes })
        }
        let server = LabServer(pictures: pictures)
        try server.start()
        Output.line(server.baseURL)
        var reader = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        poll(&reader, 1, -1)  // until the reader of our output, the parent process, is gone
        server.stop()
        exit(0)
    }
}
