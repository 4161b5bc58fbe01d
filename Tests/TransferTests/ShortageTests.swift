import HalftoneCore
import CCurl
import Glibc
import TestSupport
import Testing

@testable import Transfer

/// Transfers for which the system has no descriptor, thread or memory.
@Suite(.endsInTime) struct ShortageTests {
    private func error(_ code: CURLcode, socket: Int32 = 0, descriptor: Int32 = 0, _ message: String = "") throws
        -> TransferError
    {
        CurlFailure(
            code: code, message: message, url: try TransferURL("http://h.example/"), stageOfTimeout: .waiting,
            received: 0, expected: nil, socketError: socket, descriptorError: descriptor
        ).error
    }

    @Test func `a lack of descriptors is not reported as a server error`() throws {
        #expect(try error(CURLE_COULDNT_CONNECT, socket: EMFILE) == .systemLimit("Too many open files"))
        #expect(try error(CURLE_COULDNT_CONNECT) == .couldNotConnect(host: "h.example"))
        #expect(try error(CURLE_COULDNT_RESOLVE_HOST, descriptor: ENFILE).description.contains("Too many open files"))
        #expect(try error(CURLE_COULDNT_RESOLVE_HOST) == .couldNotResolve(host: "h.example"))
    }

    @Test func `a resolver without a thread is not an unknown host`() throws {
        let words = "getaddrinfo() thread failed to start"
        #expect(try error(CURLE_COULDNT_RESOLVE_HOST, words) == .systemLimit(words))
    }

    /// Regression: the message advised to install a library that was installed, and no later transfer could succeed.
    @Test func `without descriptors the loader's reason is reported and the next transfer tries again`() async {
        await #expect(processExitsWith: .exitCode(9)) {
            var taken: [Int32] = []
            while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { taken.append(descriptor) }
            let first = ShortageTests.outcome()
            for descriptor in taken { close(descriptor) }
            let second = ShortageTests.outcome()
            exit(
                first.contains("libcurl.so.4 could not be opened") && first.hasSuffix("Too many open files")
                    && second == "could not connect to 127.0.0.1:1" ? 9 : 1)
        }
    }

    /// Returns how a transfer ends from a port without a listener.
    fileprivate static func outcome() -> String {
        let transport = CurlTransport()
        let text = Lock("")
        let done = TestSemaphore("the end of the transfer")
        transport.start(TransferRequest(url: "http://127.0.0.1:1/")) { event in
            guard case .finished(let result) = event else { return }
            if case .failure(let error) = result { text.withLock { $0 = error.description } }
            done.signal()
        }
        done.wait()
        transport.shutdown()
        return text.withLock(\.self)
    }
}
