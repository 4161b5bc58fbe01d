import HalftoneCore
import Glibc
import TestSupport
import Testing

@testable import Transfer

/// nghttpd, a standard server for HTTP/2 over TLS, with certificates that openssl makes for the tests.
final class SecureServer: Sendable {
    enum Certificate: String, CaseIterable {
        /// For 127.0.0.1, and signed by the authority.
        case good
        /// For 127.0.0.1 and signed by the authority, but expired.
        case expired
        /// For another host.
        case foreign
        /// Self-signed.
        case selfSigned
    }

    let url: String
    private let process: ChildProcess
    private let held: HeldPort
    /// Keeps the authority's files as long as the server runs.
    private let authority: Authority

    /// Starts a server on the files of `authority`'s folder, and returns when it accepts connections. It may end
    /// connections of clients without a certificate.
    init(_ certificate: Certificate, of authority: Authority, requiresClientCertificate: Bool = false) async throws {
        self.authority = authority
        let program = try requireProgram("nghttpd", of: "nghttp2-server")
        held = try HeldPort()
        let port = held.number
        url = "https://127.0.0.1:\(port)"
        process = try ChildProcess(
            [program] + (requiresClientCertificate ? ["--verify-client"] : []) + [
                "--address=127.0.0.1", "--htdocs=\(authority.folder)/site", "\(port)",
                "\(authority.folder)/server.key", "\(authority.folder)/\(certificate.rawValue).pem",
            ], on: nil)
        await until("nghttpd to accept connections") { process.exit != nil || Self.accepts(port) }
        guard process.exit == nil else { throw Failure(description: "nghttpd ended") }
    }

    deinit { process.signal(SIGKILL) }

    struct Failure: Error, CustomStringConvertible { let description: String }

    private static func accepts(_ port: UInt16) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafeBytes(of: &address) { bytes in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return connect(socket, pointer, socklen_t(bytes.count)) == 0
        }
    }

    /// A certificate authority in a folder, with all certificates. Concurrent tests share one.
    final class Authority: Sendable {
        private struct Latest { weak var authority: Authority? }

        private let directory = TemporaryDirectory()
        var folder: String { directory.path }
        var file: String { folder + "/ca.pem" }
        let body = testBytes(100_000)

        private static let latest = Lock(Latest())

        static func shared() throws -> Authority {
            try latest.withLock { latest in
                if let authority = latest.authority { return authority }
                let authority = try Authority()
                latest.authority = authority
                return authority
            }
        }

        private init() throws {
            try requireProgram("openssl", of: "openssl")
            mkdir(folder + "/site", 0o700)
            try write(body, to: "site/picture")
            try write([], to: "index.txt")
            try write(Array("01\n".utf8), to: "serial")
            try write(Array(Self.configuration(folder).utf8), to: "ca.cnf")
            try write(Array(Self.script.utf8), to: "make.sh")
            let process = try ChildProcess(
                ["sh", folder + "/make.sh", folder], on: nil, error: .file(folder + "/errors"))
            guard try process.waitForExit(on: nil) == .code(0) else {
                throw Failure(description: "openssl made no certificates; see \(folder)/errors")
            }
        }

        private func write(_ bytes: [UInt8], to name: String) throws {
            let descriptor = open(folder + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            defer { close(descriptor) }
            guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
                throw Failure(description: "cannot write \(folder)/\(name)")
            }
        }

        private static func configuration(_ folder: String) -> String {
            """
            [ca]
            default_ca = test
            [test]
            database = \(folder)/index.txt
            serial = \(folder)/serial
            new_certs_dir = \(folder)
            default_md = sha256
            policy = any
            unique_subject = no
            copy_extensions = copy
            [any]
            commonName = supplied

            """
        }

        private static let script = """
            set -e
            cd "$1"
            new="openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            sign="openssl ca -batch -notext -config ca.cnf -cert ca.pem -keyfile ca.key"
            $new -x509 -keyout ca.key -out ca.pem -subj "/CN=Test authority" -days 2
            $new -keyout server.key -out server.csr -subj /CN=server -addext subjectAltName=IP:127.0.0.1
            openssl req -new -key server.key -out foreign.csr -subj /CN=server -addext subjectAltName=DNS:example.com
            $sign -in server.csr -out good.pem -days 2
            $sign -in server.csr -out expired.pem -startdate 20200101000000Z -enddate 20200102000000Z
            $sign -in foreign.csr -out foreign.pem -days 2
            openssl ec -in server.key -aes128 -passout pass:secret -out locked.key
            cat good.pem locked.key > client.pem
            openssl req -x509 -key server.key -out selfSigned.pem -subj /CN=server \\
                -addext subjectAltName=IP:127.0.0.1 -days 2

            """
    }
}
