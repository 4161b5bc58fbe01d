import HalftoneCore
import FoundationEssentials
import Glibc
import ImageLab
import TestSupport
import Testing

/// Passwords in URLs are sent to their servers, and neither written nor shown.
@Suite(.serialized, .endsInTime) struct SecretTests {
    private let folder = TemporaryDirectory()
    /// The files that the tests write themselves, and do not search.
    private let given = TemporaryDirectory()

    /// A program in place of a browser, which records its arguments.
    private var opener: String {
        let script = given.write("#!/bin/sh\necho \"$@\" >> \(folder.path)/opened\n".utf8, to: "open")
        chmod(script, 0o755)
        return script
    }

    /// Presses every key of the gallery that writes, copies, prints or passes on a URL, where the argument opens a
    /// gallery, and waits for the effect of each.
    private func browse(
        _ argument: String, seesPicture: Bool = false
    ) async throws -> String {
        let trace = folder.path + "/trace"
        let arguments = [
            "--trace", trace, "--verbose", "--load-delay", "0", "--opener", opener, "--save-dir", folder.path, argument,
        ]
        return try await Halftone.run(arguments, columns: 200, rows: 40, folder: folder) { halftone in
            try halftone.see("an answer") { halftone in
                ["m mark", "R: try again", "halftone: "].contains { halftone.screen.contains($0) }
            }
            if seesPicture { try halftone.seePictures() }
            if halftone.screen.contains("m mark") { try useEveryKey(halftone) }
            if halftone.emulator.isAlternateScreen { try halftone.press("q", "q") }
            _ = try halftone.process.waitForExit(on: halftone.terminal)
            halftone.terminal.readAll()
            return String(decoding: halftone.terminal.output, as: UTF8.self) + halftone.screen
        }
    }

    private func useEveryKey(_ halftone: Halftone) throws {
        let opened = folder.read("opened").count
        for (key, effect) in [
            ("m", "1 marked"), ("y", "copied "), ("o", "opening "), ("\r", "Esc back"),
        ] {
            try halftone.press(key)
            try halftone.see(effect)
        }
        try halftone.press("d")
        try halftone.see("details, also of a picture that failed") { halftone in
            ["shown at", "address"].contains { halftone.screen.contains($0) }
        }
        try halftone.press("w")
        try halftone.see("what became of saving it") { halftone in
            ["saved as ", "not saved"].contains { halftone.screen.contains($0) }
        }
        try halftone.see("an address handed over") { _ in
            folder.read("opened").dropFirst(opened).count { $0 == UInt8(ascii: "\n") } == 1
        }
    }

    private func run(_ arguments: String...) async throws -> String {
        try await Halftone.run(arguments, columns: 200, rows: 40, folder: folder) { halftone in
            _ = try halftone.process.waitForExit(on: halftone.terminal)
            halftone.terminal.readAll()
            return String(decoding: halftone.terminal.output, as: UTF8.self)
        }
    }

    /// Copied text is sent to the terminal in Base64.
    private func copied(in output: String) -> [String] {
        output.components(separatedBy: "\u{1B}]52;c;").dropFirst().compactMap { part in
            let text = String(part.prefix { $0 != "\u{1B}" && $0 != "\u{7}" })
            return Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The files below the folder that contain the password.
    private func leaks() throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        try #require(!names.isEmpty)
        return names.filter { name in
            name.contains(SecretSource.password)
                || folder.read(name).firstRange(of: Array(SecretSource.password.utf8)) != nil
        }
    }

    @Test(arguments: SecretSource.allCases)
    func `no password is written or shown`(source: SecretSource) async throws {
        let server = try SecretSource.server()
        defer { server.stop() }
        let argument = source.argument(server, given)
        for _ in 1...2 {  // the second time from the cache
            let output = try await browse(argument)
            #expect(!output.contains(SecretSource.password), "the terminal of \(source)")
            #expect(copied(in: output).isEmpty != source.hasItems, "the keys of \(source)")
            for text in copied(in: output) { #expect(!text.contains(SecretSource.password), "copied: \(text)") }
            #expect(try leaks() == [], "files of \(source)")
        }
        var texts = [try await run("trace", folder.path + "/trace"), try await run("cache", "info")]
        texts.append(
            try await run("print", "--verbose", "--trace", folder.path + "/printed", "--title", "%f %b", argument))
        for text in texts { #expect(!text.contains(SecretSource.password), "\(source): \(text)") }
        #expect(try leaks() == [], "files of \(source)")
    }

    @Test func `a password is sent, and neither printed nor passed on`() async throws {
        let server = try SecretSource.server()
        defer { server.stop() }
        let host = String(server.baseURL.dropFirst("http://".count))
        let address = "http://bob:\(SecretSource.password)@\(host)/image/photo.jpg?auth=bob:\(SecretSource.password)"
        let output = try await browse(address, seesPicture: true)
        #expect(output.contains("http://\(host)/image/photo.jpg") && !output.contains("\(SecretSource.password)@"))
        let events = try RecordedTrace(folder.read("trace"))
        #expect(events.count("complete") > 0 && events.count("fail") == 0, "the server received the password")
        let opened = String(decoding: folder.read("opened"), as: UTF8.self)
        #expect(!opened.contains("bob:\(SecretSource.password)@") && opened.contains("http://\(host)/image/photo.jpg"))
    }

    @Test func `a position is found again though it is stored without the password`() async throws {
        let server = try SecretSource.server()
        defer { server.stop() }
        let host = String(server.baseURL.dropFirst("http://".count))
        let lines = (1...9).map { "http://bob:\(SecretSource.password)@\(host)/image/photo.jpg?seed=\($0)\n" }
        let list = given.write(lines.joined().utf8, to: "list.txt")
        for feed in [list, "http://bob:\(SecretSource.password)@\(host)/image/long.xml"] {
            try await Halftone.run([feed], folder: folder) { halftone in
                try halftone.see("1/9")
                try halftone.press("G")
                try halftone.see("9/9")
                #expect(try halftone.quit() == .code(0))
            }
            try await Halftone.run([feed], folder: folder) { halftone in
                try halftone.see("9/9")
                #expect(try halftone.quit() == .code(0))
            }
        }
        #expect(try leaks() == [])
        var status = stat()
        #expect(stat(folder.path + "/state/halftone/state.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
}
