import Glibc

/// A TCP port on 127.0.0.1 that is this object's as long as it is there: who connects to it is refused, unless a server
/// was started on it.
///
/// The socket is bound and does not listen. The system gives such a port to nobody who asks for any free one, yet lets a
/// server have it that asks for it by number with `SO_REUSEADDR`, as servers do. A port that was merely found free, or
/// that a server of a test has left, may be another test's server a moment later.
public final class HeldPort: Sendable {
    public let number: UInt16
    private let socket: CInt

    public init() throws {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: CInt = 1
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size)) == 0
                    && bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else {
            let code = errno
            close(socket)
            throw Failure(code: code)
        }
        self.socket = socket
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(socket) }

    public struct Failure: Error {
        /// What the system said: an `errno`.
        public let code: CInt
    }
}
