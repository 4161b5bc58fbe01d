import Glibc
import HalftoneCore
import LabTestSupport
import TestSupport
import Testing

/// Named pipes where files are expected.
@Suite(.serialized, .endsInTime) struct FIFOTests {
    private let folder = TemporaryDirectory()

    private func print(
        _ arguments: [String], _ body: @escaping @Sendable (ChildProcess, NamedPipe) throws -> Void = { _, _ in }
    ) async throws -> (end: ChildProcess.Exit, error: String) {
        let folder = folder
        let pipe = try NamedPipe(folder.path + "/pipe")
        let end = try await blocking {
            let program = try ChildProcess(
                [Halftone.program, "print", "--size", "10x5"] + arguments + [pipe.path], on: nil,
                output: .file(folder.path + "/output"), error: .file(folder.path + "/error"))
            try body(program, pipe)
            return try program.waitForExit(on: nil)
        }
        return (end, String(decoding: folder.read("error"), as: UTF8.self))
    }

    @Test func `a pipe that nothing writes to ends with the timeout`() async throws {
        let (end, error) = try await print(["--timeout", "1"])
        #expect(end == .code(2))
        #expect(error == "halftone: \(folder.path)/pipe: timed out: no data received\n")
    }

    @Test func `a pipe whose writer falls silent ends with the timeout`() async throws {
        let (end, error) = try await print(["--timeout", "1"]) { program, pipe in
            let descriptor = try pipe.openWriter()
            defer { close(descriptor) }
            _ = Glibc.write(descriptor, [0xFF, 0xD8] as [UInt8], 2)
            #expect(try program.waitForExit(on: nil) == .code(2))
        }
        #expect(end == .code(2) && error.contains("timed out: no data received"))
    }

    @Test func `a pipe that nothing writes to ends with an interruption`() async throws {
        let (end, error) = try await print([]) { program, pipe in
            let descriptor = try pipe.openWriter()
            defer { close(descriptor) }
            program.signal(SIGINT)
            _ = try program.waitForExit(on: nil)
        }
        #expect(end == .signal(SIGINT) && error == "")
    }

    @Test func `a pipe is read when its writer opens it later`() async throws {
        let (end, error) = try await print([]) { _, pipe in
            let descriptor = try pipe.openWriter()
            defer { close(descriptor) }
            var rest = DemoPicture.firstJPEG.bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { throw PseudoTerminal.Failure(description: "the program reads no more") }
                rest = rest.dropFirst(count)
            }
        }
        #expect(end == .code(0) && error == "")
        #expect(folder.read("output").count > 100)
    }

    @Test func `a pipe in place of the cache is reported, and every picture is shown`() async throws {
        let server = try DemoPicture.server()
        let cache = folder.path + "/cache/halftone"
        mkdir(folder.path + "/cache", 0o755)
        mkdir(cache, 0o755)
        mkfifo(cache + "/images.sqlite", 0o600)
        try await Halftone.run([server.baseURL + "/feed/demo"], columns: 200, folder: folder) { halftone in
            try halftone.see("a picture") { $0.loadedPictures > 0 && $0.colors > 100 }
            #expect(try halftone.quit() == .code(0))
            #expect(
                halftone.screen.contains(
                    "the disk cache in \(cache) is not used: images.sqlite is a FIFO, not a file"))
        }
        server.stop()
    }
}
