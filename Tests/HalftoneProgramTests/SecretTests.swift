import Glibc
import HalftoneCore
import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// Passwords in URLs are sent to their servers. That they are neither written nor shown is attacked from outside, for
/// every kind of source (`Tests/Hostile/passwords.py`).
@Suite(.serialized, .endsInTime) struct SecretTests {
    private static let password = "SEKRET"
    private let folder = TemporaryDirectory()
    /// The files that the tests write themselves.
    private let given = TemporaryDirectory()

    /// Returns a server of a photo and a feed of nine, whose addresses have the password.
    private func server() throws -> (server: LabServer, address: String) {
        let address = Lock("")
        let photo = DemoPicture.firstJPEG
        let server = LabServer(pictures: [
            LabPicture(name: "photo.jpg", title: "photo", mimeType: "image/jpeg", bytes: { photo.bytes }),
            LabPicture(name: "long.xml", title: "long", mimeType: "application/atom+xml") {
                Array(Self.feed(address.withLock(\.self)).utf8)
            },
        ])
        try server.start()
        let withPassword = server.baseURL.replacing("http://", with: "http://bob:\(Self.password)@")
        address.withLock { $0 = withPassword }
        return (server, withPassword)
    }

    private static func feed(_ address: String) -> String {
        let entries = (1...9).map { number in
            "<entry><id>\(number)</id><title>\(number).</title>"
                + "<link rel='enclosure' type='image/jpeg' href='\(address)/image/photo.jpg?seed=\(number)'/></entry>"
        }
        return "<feed xmlns='http://www.w3.org/2005/Atom'><title>Long</title>\(entries.joined())</feed>"
    }

    @Test func `a password is sent, and neither copied nor passed on`() async throws {
        let (server, address) = try server()
        defer { server.stop() }
        let opener = given.write("#!/bin/sh\necho \"$@\" >> \(folder.path)/opened\n".utf8, to: "open")
        chmod(opener, 0o755)
        let picture = "\(address)/image/photo.jpg?auth=bob:\(Self.password)"
        let arguments = ["--trace", folder.path + "/trace", "--load-delay", "0", "--opener", opener, picture]
        try await Halftone.run(arguments, columns: 200, rows: 40, folder: folder) { [folder] halftone in
            try halftone.seePictures()
            for (key, effect) in [("y", "copied "), ("o", "opening ")] {
                try halftone.press(key)
                try halftone.see(effect)
            }
            try halftone.see("the address handed over") { _ in folder.read("opened").last == UInt8(ascii: "\n") }
            #expect(try halftone.quit() == .code(0))
        }
        let events = try RecordedTrace(folder.read("trace"))
        #expect(events.count("complete") > 0 && events.count("fail") == 0, "the server received the password")
        let opened = String(decoding: folder.read("opened"), as: UTF8.self)
        #expect(!opened.contains("bob:\(Self.password)@") && opened.contains("\(server.baseURL)/image/photo.jpg"))
    }

    @Test func `a position is found again though it is stored without the password`() async throws {
        let (server, address) = try server()
        defer { server.stop() }
        let lines = (1...9).map { "\(address)/image/photo.jpg?seed=\($0)\n" }
        let list = given.write(lines.joined().utf8, to: "list.txt")
        for source in [list, "\(address)/image/long.xml"] {
            try await Halftone.run([source], folder: folder) { halftone in
                try halftone.see("1/9")
                try halftone.press("G")
                try halftone.see("9/9")
                #expect(try halftone.quit() == .code(0))
            }
            try await Halftone.run([source], folder: folder) { halftone in
                try halftone.see("9/9")
                #expect(try halftone.quit() == .code(0))
            }
        }
        let state = folder.read("state/halftone/state.json")
        #expect(!state.isEmpty && state.firstRange(of: Array(Self.password.utf8)) == nil)
        var status = stat()
        #expect(stat(folder.path + "/state/halftone/state.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
}
