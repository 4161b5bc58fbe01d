import Glibc
import ImageLab

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
        process = try ChildProcess(Command(Programs.own.path, [Self.argument]))
        guard let line = process.readLine() else { throw Failure("the server did not start") }
        baseURL = line
    }

    nonisolated static func check(bytes: Int, of count: Int) throws {
        guard bytes == count * pictureBytes else { throw Failure("\(bytes) bytes came instead of \(count) images") }
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
