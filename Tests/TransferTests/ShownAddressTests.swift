import HalftoneCore
import TestSupport
import Testing

@testable import Transfer

/// Errors quote URLs without their passwords.
@Suite(.endsInTime) struct ShownAddressTests {
    @Test func `an error is one line, however long the address`() {
        let long = "http://me:secret@" + String(repeating: "x", count: 30_000) + " ["
        let text = TransferError.invalidURL(PublicAddress(long)).description
        #expect(text.count < 300 && text.hasSuffix("\u{2026}"))
    }

    @Test(arguments: [
        "http://me:secret@ho st/", "http://me:secret@[::1", "http://me:secret@/x", "http://me:secret@host:99999/",
    ])
    func `no error of the parser shows the password`(address: String) {
        let error = #expect(throws: TransferError.self) { try TransferURL(address) }
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: [
        TransferError.redirectRefused("it leads to ftp://me:secret@host/x"), .tls("no way to https://me:secret@host"),
        .protocolError("Location: http://me:secret@host"), .invalidURL("http://me:secret@host:port"),
        .couldNotConnect(host: "http://me:secret@proxy"),
    ])
    func `no error shows the password of an address that it quotes`(error: TransferError) {
        #expect(!error.description.contains("secret") && !error.description.contains("me:"), "\(error)")
    }

    @Test func `a redirect to an invalid address does not show the password either`() async throws {
        let server = try RawServer.responding(status: 302, headers: ["Location: http://me:secret@[::1/"])
        let error = await CurlTransport.patient().fetch(server.url).error
        #expect(error?.description.hasPrefix("redirect refused") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `an address of 64 KiB is refused clearly`() async {
        let address = "http://127.0.0.1/" + String(repeating: "x", count: 64 << 10)
        let error = await CurlTransport.patient().fetch(address).error
        #expect(error == .urlTooLong(bytes: address.utf8.count, limit: 32 << 10))
        #expect(error?.description == "the URL is too long: 66 KB, the limit is 33 KB")
    }

    @Test func `an address of 30 KB is invalid`() async throws {
        let server = try RawServer.responding(Array("picture".utf8))
        let path = "/" + String(repeating: "x", count: 30_000)
        #expect(await CurlTransport.patient().fetch(server.url + path).body == Array("picture".utf8))
        #expect(server.requests.first?.path == path)
    }
}
