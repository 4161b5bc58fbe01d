import Glibc
import HalftoneKit
import TestSupport
import Testing

/// nginx with the configuration of the article “Many Machines”, on free local ports. It ends with the object.
final class SharedCache: Sendable {
    private let directory = TemporaryDirectory()
    private let process: ChildProcess
    private let ports: [HeldPort]

    var proxy: String { "http://127.0.0.1:\(ports[0].number)" }
    var gateway: String { "http://127.0.0.1:\(ports[1].number)" }
    /// A server with the origin's content, over TLS.
    var secureOrigin: String { "https://127.0.0.1:\(ports[2].number)" }

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Starts nginx, and returns when it accepts connections.
    init(origin: String) async throws {
        let nginx = try requireProgram("nginx", of: "nginx-light")
        ports = try [HeldPort(), HeldPort(), HeldPort()]
        try Self.makeCertificate(in: directory.path)
        directory.write(try Self.configuration(directory.path, ports).utf8, to: "images.conf")
        directory.write(Self.surroundings(directory.path, ports[2].number, origin).utf8, to: "nginx.conf")
        process = try ChildProcess(
            [nginx, "-p", directory.path, "-c", "nginx.conf", "-e", "error.log"], on: nil)
        let probe = CurlTransport()
        while await probe.status(of: gateway + "/") != 404 {
            guard process.exit == nil, !Task.isCancelled else {
                throw Failure(description: String(decoding: directory.read("error.log"), as: UTF8.self))
            }
        }
    }

    deinit { process.signal(SIGKILL) }

    /// Returns the configuration in the article, with ports and paths of this test.
    private static func configuration(_ directory: String, _ ports: [HeldPort]) throws -> String {
        let article = try Document.article("ManyMachines", of: "ImageLoading")
        let block = try #require(Document.blocks(in: article.lines).first { $0.language == "nginx" })
        var text = block.lines.joined(separator: "\n")
        for (original, replacement) in [
            ("listen 3128;", "listen 127.0.0.1:\(ports[0].number);"),
            ("listen 8080;", "listen 127.0.0.1:\(ports[1].number);"),
            ("/var/cache/nginx/images", directory + "/images"),
            ("/etc/ssl/certs/ca-certificates.crt", directory + "/certificate.pem"),
        ] {
            try #require(text.contains(original))
            text = text.replacing(original, with: replacement)
        }
        return text
    }

    /// Returns the rest of Debian's `nginx.conf`, for a foreground process that owns one folder only.
    private static func surroundings(_ directory: String, _ port: UInt16, _ origin: String) -> String {
        let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        let folders = kinds.map { "\($0)_temp_path \(directory)/\($0);" }
        return """
            daemon off;
            master_process off;
            pid \(directory)/pid;
            events {}
            http {
                access_log off;
                \(folders.joined(separator: "\n    "))
                include \(directory)/images.conf;
                server {
                    listen 127.0.0.1:\(port) ssl;
                    ssl_certificate \(directory)/certificate.pem;
                    ssl_certificate_key \(directory)/key.pem;
                    location / {
                        proxy_cache off;
                        proxy_pass \(origin);
                    }
                }
            }
            """
    }

    private static func makeCertificate(in directory: String) throws {
        let openssl = try requireProgram("openssl", of: "openssl")
        let process = try ChildProcess(
            [
                openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", directory + "/key.pem", "-out", directory + "/certificate.pem", "-days", "2", "-subj",
                "/CN=127.0.0.1", "-addext", "subjectAltName=DNS:127.0.0.1",
            ], on: nil)
        try #require(try process.waitForExit(on: nil) == .code(0))
    }
}

extension CurlTransport {
    /// Fetches a URL and returns the status of the response; `nil` if there is none.
    func status(of url: String) async -> Int? { await response(to: url)?.status }

    /// Fetches a URL and returns the head of the response; `nil` if there is none.
    func response(to url: String) async -> TransferResponse? {
        await withCheckedContinuation { continuation in
            let head = Lock<TransferResponse?>(nil)
            start(TransferRequest(url: url)) { event in
                switch event {
                case .response(let response): head.withLock { $0 = response }
                case .bytes: break
                case .finished: continuation.resume(returning: head.withLock(\.self))
                }
            }
        }
    }
}
