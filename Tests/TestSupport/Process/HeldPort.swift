import Glibc

/// A TCP port on 127.0.0.1 that is reserved as long as this object exists. Connections are refused until a server is
/// started on it.
///
/// The socket is bound and does not listen. The system does not assign such a port as a free one, but a server can bind
/// it by number with `SO_REUSEADDR`, as servers do. A port that was only found free, or was released by a server, may
/// be used by another test's server a moment later.
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
        /// The `errno` of the failure.
        public let code: CInt
    }
}
