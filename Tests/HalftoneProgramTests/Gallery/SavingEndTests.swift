import Dispatch
import FoundationEssentials
import Glibc
import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// Pending saves when the gallery ends, in a terminal.
@Suite(.serialized, .endsInTime) struct SavingEndTests {
    private let folder = TemporaryDirectory()
    private static let names = ["a.jpg", "b.jpg", "c.jpg"]

    /// Runs a gallery of three pictures; the server sends one for each signal of the gate.
    private func run(_ body: @escaping @Sendable (Halftone, TestSemaphore) throws -> Void) async throws {
        let gate = TestSemaphore("the test to let the server answer")
        let server = LabServer(
            pictures: Self.names.map { name in
                LabPicture(name: name, title: name, mimeType: "image/jpeg") {
                    gate.wait()
                    return DemoPicture.firstJPEG.bytes
                }
            })
        try server.start()
        defer { server.stop() }
        defer { for _ in 0..<9 { gate.signal() } }
        let list = folder.write(
            Array(Self.names.map { "\(server.baseURL)/image/\($0)" }.joined(separator: "\n").utf8), to: "list")
        mkdir(folder.path + "/saved", 0o700)
        // No row loads its picture: each is requested once, to be saved.
        let options = ["--load-delay", "60000", "--save-dir", folder.path + "/saved"]
        try await Halftone.run(
            options + [list], columns: 120, output: "/dev/null", folder: folder
        ) { halftone in
            try halftone.see("1/3")
            try body(halftone, gate)
        }
    }

    private var saved: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/saved")) ?? ["?"]).sorted()
    }

    /// Regression: the remaining pictures were lost, without a message.
    @Test func `quitting waits for pending saves and reports that`() async throws {
        try await run { halftone, gate in
            try halftone.press("M")
            try halftone.see("3 marked")
            try halftone.press("W")
            try halftone.see("saving 1 of 3 …")
            try halftone.press("q")
            try halftone.see("saving 1 of 3 … then quitting; q quits now")
            for _ in 0..<3 { gate.signal() }
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0))
            #expect(!halftone.screen.contains("not saved") && halftone.isTerminalGivenBack)
        }
        #expect(saved == Self.names)
    }

    @Test func `quitting twice does not wait and reports the missing pictures`() async throws {
        try await run { halftone, gate in
            try halftone.press("MW")
            try halftone.see("saving 1 of 3 …")
            gate.signal()
            try halftone.see("saving 2 of 3 …")
            try halftone.press("q")
            try halftone.see("then quitting")
            #expect(try halftone.quit() == .code(1))
            #expect(halftone.screen.contains("halftone: not saved: 2 pictures, from b.jpg on"))
        }
        #expect(saved == ["a.jpg"])
    }

    /// Regression: there was no message until the save had ended, and then it was lost.
    @Test func `quitting waits for a single save too`() async throws {
        try await run { halftone, gate in
            try halftone.press("w")
            try halftone.see("saving a.jpg …")
            try halftone.press("q")
            try halftone.see("saving a.jpg … then quitting; q quits now")
            #expect(try halftone.quit() == .code(1))
            #expect(halftone.screen.contains("halftone: not saved: a.jpg"))
        }
        #expect(saved.isEmpty)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal does not wait for saves, and the missing pictures are reported`(signal: Int32) async throws {
        try await run { halftone, gate in
            try halftone.press("MW")
            try halftone.see("saving 1 of 3 …")
            halftone.process.signal(signal)
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .signal(signal))
            #expect(halftone.screen.contains("halftone: not saved: 3 pictures, from a.jpg on"))
            #expect(halftone.isTerminalGivenBack)
        }
        #expect(saved.isEmpty)
    }

    /// Regression: a failure that the footer had shown was not printed, and the status was 0.
    @Test(arguments: [false, true])
    func `pictures that could not be saved are reported after the gallery`(isShown: Bool) async throws {
        try await run { [folder] halftone, gate in
            try halftone.press("w")
            try halftone.see("saving a.jpg …")
            rmdir(folder.path + "/saved")
            if isShown {
                gate.signal()
                try halftone.see("not saved: a.jpg")
            }
            try halftone.press("q")
            if !isShown {
                try halftone.see("then quitting")
                gate.signal()
            }
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(1))
            #expect(
                halftone.screen.replacing("\n", with: "").contains(
                    "halftone: not saved: a.jpg: \(folder.path)/saved: No such"))
        }
    }

    /// The progress is shown as long as it lasts, also over an open picture.
    @Test func `the progress stays visible beside other messages`() async throws {
        try await run { halftone, gate in
            try halftone.press("MW")
            try halftone.see("saving 1 of 3 …")
            try halftone.press("y")
            try halftone.see("copied ")
            try halftone.see("saving 1 of 3 … again") { halftone in
                halftone.screen.contains("saving 1 of 3 …") && halftone.screen.contains("3 marked")
            }
            try halftone.press("\r")
            try halftone.see("one picture") { halftone in
                halftone.screen.contains("saving 1 of 3 …") && !halftone.screen.contains("3 marked")
            }
            for _ in 0..<9 { gate.signal() }  // the open picture is requested too
            try halftone.see("3 saved in")
            try halftone.see("nothing of it") { !$0.screen.contains("saving") && !$0.screen.contains("saved in") }
            #expect(try halftone.quit() == .code(0))
        }
    }
}
