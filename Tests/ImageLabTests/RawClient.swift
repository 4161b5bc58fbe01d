import Glibc
import TestSupport

@testable import ImageLab

/// A minimal client with one connection, which returns the received bytes unchanged.
///
/// Every wait is limited by ``Wait/seconds``. Not thread-safe.
final class RawClient {
    struct Response {
        var status = 0
        var headers: [(name: String, value: String)] = []
        var body: [UInt8] = []
        /// How the body ended.
        var end = End.complete

        subscript(name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    enum End: Equatable {
        /// The body has the announced length.
        case complete
        /// The server closed the connection early.
        case closed
        /// The connection was reset.
        case reset
        /// Nothing arrived in time.
        case silent
    }

    struct Failure: Error { let call: String, code: CInt }

    private let socket: CInt
    private var isOpen = true
    private var buffer: [UInt8] = []

    init(port: UInt16, host: UInt32 = INADDR_LOOPBACK) throws {
        // close-on-exec: a program that another test starts would keep the connection open
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var timeout = timeval(tv_sec: Wait.seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout.size(ofValue: timeout)))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            Glibc.close(socket)
            isOpen = false
            throw Failure(call: "connect", code: code)
        }
    }

    convenience init(_ server: LabServer) throws {
        try self.init(port: UInt16(server.baseURL.split(separator: ":").last ?? "") ?? 0)
    }

    deinit { close() }

    func close() {
        if isOpen { Glibc.close(socket) }
        isOpen = false
    }

    func send(_ target: String, method: String = "GET", headers: [String: String] = [:]) throws {
        let lines = headers.map { "\($0): \($1)\r\n" }.joined()
        let text = "\(method) \(target) HTTP/1.1\r\nHost: lab\r\n\(lines)\r\n"
        let sent = Array(text.utf8).withUnsafeBytes {
            Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        guard sent == text.utf8.count else { throw Failure(call: "send", code: errno) }
    }

    /// Reads a whole response.
    func response(toHead: Bool = false) throws -> Response {
        var response = try head()
        guard !toHead, response.status != 304, response.status != 204 else { return response }
        if response["transfer-encoding"] == "chunked" {
            (response.body, response.end) = chunks()
        } else if let length = response["content-length"].flatMap(Int.init) {
            (response.body, response.end) = take(length)
        } else {
            (response.body, response.end) = take(.max)
            if response.end == .closed { response.end = .complete }
        }
        return response
    }

    func get(_ target: String, headers: [String: String] = [:]) throws -> Response {
        try send(target, headers: headers)
        return try response()
    }

    /// Reads the status line and the headers only.
    func head() throws -> Response {
        var response = Response()
        guard let first = line() else { throw Failure(call: "no answer", code: errno) }
        response.status = first.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        while let next = line(), !next.isEmpty {
            let halves = next.split(separator: ":", maxSplits: 1)
            response.headers.append((halves[0].lowercased(), String(halves.last?.drop { $0 == " " } ?? "")))
        }
        return response
    }

    /// Reads exactly `count` bytes, or fewer if the connection ends.
    func take(_ count: Int) -> ([UInt8], End) {
        var end: End?
        while buffer.count < count, end == nil { end = fill() }
        guard buffer.count < count else {
            defer { buffer.removeFirst(count) }
            return (Array(buffer[..<count]), .complete)
        }
        defer { buffer = [] }
        return (buffer, end ?? .closed)
    }

    /// Returns what the server does next with the connection; `.complete` means that it sent more.
    func next() -> End { buffer.isEmpty ? fill() ?? .complete : .complete }

    private func chunks() -> ([UInt8], End) {
        var body: [UInt8] = []
        while true {
            guard let size = line().flatMap({ Int($0, radix: 16) }) else { return (body, .closed) }
            let (bytes, end) = take(size)
            body += bytes
            guard end == .complete, line() != nil else { return (body, end) }
            if size == 0 { return (body, .complete) }
        }
    }

    private func line() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end].filter { $0 != 13 }, as: UTF8.self)
            }
            guard fill() == nil else { return nil }
        }
    }

    /// Reads available bytes. Returns `nil` if there were any, otherwise the end.
    private func fill() -> End? {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &piece, piece.count, 0)
        if count > 0 {
            buffer += piece[..<count]
            return nil
        }
        if count == 0 { return .closed }
        return errno == ECONNRESET ? .reset : .silent
    }
}
