import HalftoneCore
import Glibc
import TestSupport
import Testing

/// A server on 127.0.0.1 that sends exactly the bytes of a test, valid or not.
///
/// Every connection has its own thread, on which `answer` is called for each request; it returns whether the
/// connection stays open. The server and its connections last until the end of the test.
final class RawServer: Sendable {
    struct Request: Sendable {
        let method: String
        let path: String
        let headers: [String: String]
        fileprivate(set) var body: [UInt8] = []
        /// Counted over the server, from 0.
        let connection: Int
    }

    let port: UInt16
    private let state: Lock<State>

    private struct State {
        var requests: [Request] = []
        var connections = 0
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { state.withLock(\.requests) }
    var connections: Int { state.withLock(\.connections) }

    /// With a `greeting`, the server sends first.
    init(greeting: String = "", _ answer: @escaping @Sendable (Request, RawConnection) -> Bool) throws {
        let (listener, port) = try Self.listen()
        self.port = port
        let state = Lock(State())
        self.state = state
        let sockets = OpenSockets()
        sockets.add(listener)
        AfterTest.run { sockets.shutDown() }
        onThread {
            defer { sockets.close(listener) }
            while true {
                // A program that another test starts must not inherit the socket, which would keep it open after it is
                // closed here.
                let socket = acceptConnection(on: listener)
                if socket < 0, [EINTR, ECONNABORTED].contains(errno) { continue }
                if sockets.isOver {
                    if socket >= 0 { Glibc.close(socket) }
                    return
                }
                guard socket >= 0 else {
                    Issue.record("a test server takes no more connections: \(String(cString: strerror(errno)))")
                    return
                }
                let number = state.withLock { state in
                    defer { state.connections += 1 }
                    return state.connections
                }
                onThread {
                    let connection = RawConnection(socket, sockets)
                    connection.send(greeting)
                    while let request = connection.readRequest(number) {
                        state.withLock { $0.requests.append(request) }
                        guard answer(request, connection) else { break }
                    }
                    connection.close()
                }
            }
        }
    }

    /// Returns a server that responds equally to every request.
    static func responding(_ body: [UInt8] = [], status: Int = 200, headers: [String] = []) throws -> RawServer {
        try RawServer { _, connection in
            connection.respond(body, status: status, headers: headers)
            return true
        }
    }

    /// Returns a server that sends a text and then closes the connection.
    static func saying(_ text: String) throws -> RawServer {
        try RawServer { _, connection in
            connection.send(text)
            return false
        }
    }

    /// Returns a server that never responds. It signals `asked` at a request, and `left` when its client disconnects.
    static func silent(asked: Latch? = nil, left: Latch? = nil) throws -> RawServer {
        try RawServer { _, connection in
            asked?.open()
            connection.waitForClientToLeave()
            left?.open()
            return false
        }
    }

    private static func listen() throws -> (Int32, UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return bind(listener, pointer, length) == 0 && Glibc.listen(listener, 512) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isListening else { throw SocketError(code: errno) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }
}

struct SocketError: Error { let code: Int32 }

/// The sockets of a server, each of which has a thread that may wait for it. Closing one would not wake that thread,
/// and its number may be another file's at once: the end of the test shuts them down, and the threads close them.
private final class OpenSockets: Sendable {
    private let state = Lock((open: Set<Int32>(), isOver: false))

    var isOver: Bool { state.withLock(\.isOver) }

    func add(_ socket: Int32) {
        state.withLock { state in
            state.open.insert(socket)
            if state.isOver { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    func close(_ socket: Int32) {
        state.withLock { state in
            state.open.remove(socket)
            Glibc.close(socket)
        }
    }

    func shutDown() {
        state.withLock { state in
            state.isOver = true
            for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }
}

/// One accepted connection. Used on its own thread only.
final class RawConnection {
    private var socket: Int32
    private let sockets: OpenSockets
    private var pending: [UInt8] = []

    fileprivate init(_ socket: Int32, _ sockets: OpenSockets) {
        (self.socket, self.sockets) = (socket, sockets)
        sockets.add(socket)
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    func send(_ text: String) { send([UInt8](text.utf8)) }

    func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(
                    socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return }  // the client has disconnected
                sent += count
            }
        }
    }

    /// Sends a complete response with its length.
    func respond(_ body: [UInt8] = [], status: Int = 200, headers: [String] = []) {
        let head = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)"] + headers
        send([UInt8]((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    /// Returns when the client has closed its end.
    func waitForClientToLeave() {
        var byte: UInt8 = 0
        while recv(socket, &byte, 1, 0) > 0 {}
    }

    /// Ends the connection with a reset instead of an orderly close.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func close() {
        guard socket >= 0 else { return }
        sockets.close(socket)
        socket = -1
    }

    fileprivate func readRequest(_ connection: Int) -> RawServer.Request? {
        while true {
            if let head = takeHead() {
                var request = RawServer.Request(head, connection)
                let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
                while pending.count < length { guard receive() else { return nil } }
                request.body = Array(pending.prefix(length))
                pending.removeFirst(length)
                return request
            }
            guard receive() else { return nil }
        }
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = socket < 0 ? -1 : recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        pending += buffer[..<count]
        return true
    }

    private func takeHead() -> String? {
        guard pending.count >= 4 else { return nil }
        for end in 4...pending.count where pending[(end - 4)..<end].elementsEqual([13, 10, 13, 10]) {
            defer { pending.removeFirst(end) }
            return String(decoding: pending[..<(end - 4)], as: UTF8.self)
        }
        return nil
    }
}

extension RawServer.Request {
    fileprivate init(_ head: String, _ connection: Int) {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        method = words.first ?? ""
        path = words.dropFirst().first ?? ""
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[colon...].drop { $0 == ":" || $0 == " " })
        }
        self.headers = headers
        self.connection = connection
    }
}

/// Runs `body` on a new thread, outside Swift's cooperative pool, which a blocked test server would starve.
func onThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }, box.toOpaque())
    precondition(code == 0, "no thread for the test server")
    pthread_detach(thread)
}
