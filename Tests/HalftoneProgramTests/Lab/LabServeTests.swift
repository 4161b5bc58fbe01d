import Glibc
import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// `halftone lab --serve`: only the server, on the command line.
@Suite(.serialized, .endsInTime) struct LabServeTests {
    private let folder = TemporaryDirectory()

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `the server alone prints its address, serves, and ends with a report when it is interrupted`(
        signal: Int32
    ) async throws {
        let folder = folder
        let pipe = try NamedPipe(folder.path + "/pipe")
        try await blocking {
            // given a server that prints its address into a pipe as one line
            let reader = try pipe.openReader()
            defer { close(reader) }
            let server = try ChildProcess(
                [Halftone.program, "lab", "--serve", "--verbose"], on: nil, input: .file("/dev/null"),
                output: .file(pipe.path), error: .file(folder.path + "/err"))
            let address = try NamedPipe.read(reader, for: "the server's address") { $0.hasSuffix("\n") }
            #expect(address.hasPrefix("http://127.0.0.1:") && address.hasSuffix("\n"))
            // when a picture of it is printed, whole and broken
            let picture = String(address.dropLast()) + "/image/" + DemoPicture.firstJPEG.name
            for (url, status) in [(picture, 0), (picture + "?status=404", 2)] as [(String, Int32)] {
                let print = try ChildProcess(
                    [Halftone.program, "print", "--no-cache", "--size", "4x2", url], on: nil,
                    input: .file("/dev/null"), output: .file("/dev/null"), error: .file("/dev/null"))
                #expect(try print.waitForExit(on: nil) == .code(status), "\(url)")
            }
            // then it ends by the signal
            server.signal(signal)
            #expect(try server.waitForExit(on: nil) == .code(0))
        }
        let report = String(decoding: folder.read("err"), as: UTF8.self)
        #expect(report.contains("halftone: server: http://127.0.0.1:") && report.contains(", requests: 2, sent: "))
    }

    @Test func `a port in use is reported in one line, with status 2`() async throws {
        let other = LabServer(pictures: [])
        try other.start()
        defer { other.stop() }
        let port = try #require(other.baseURL.split(separator: ":").last)
        let expected =
            "halftone: lab: the lab's server cannot listen on 127.0.0.1, port \(port): Address already in use\n"
        for arguments in [["--serve"], ["--scenario", "reuse"]] {
            let run = try await ProgramRun.run(["lab"] + arguments + ["--port", String(port)], in: folder)
            #expect(run.status == .code(2) && run.text.isEmpty && run.complaints == expected, "\(run.complaints)")
        }
    }

    @Test func `a server whose address cannot be printed ends`() async throws {
        let folder = folder
        folder.write([], to: "err")
        let status = try await blocking {
            let server = try ChildProcess(
                [Halftone.program, "lab", "--serve"], on: nil, input: .file("/dev/null"), output: .file("/dev/full"),
                error: .file(folder.path + "/err"))
            return try server.waitForExit(on: nil)
        }
        #expect(status == .code(2))
        #expect(
            String(decoding: folder.read("err"), as: UTF8.self)
                == "halftone: standard output: No space left on device\n")
    }

    @Test func `options and arguments that the Lab does not support are refused`() async throws {
        for (arguments, complaint) in [
            (["extra"], "unexpected argument 'extra' for 'lab'"),
            (["--feed", "fast"], "invalid value 'fast' for --feed (steady, slow, "),
            (["--size", "10x10"], "invalid value '10x10' for --size (COLUMNSxROWS, "),
            (["--scenario", "\u{1B}[2J"], "invalid value '[2J' for --scenario (cancellation, reuse"),
            (["--feed", "slow", "--scenario", "reuse"], "--feed and --scenario cannot be combined: a scenario begins"),
            (["--serve", "--scenario", "reuse"], "--serve and --scenario cannot be combined"),
            (["--serve", "--feed", "slow"], "--serve and --feed cannot be combined"),
            (["--size", "80x24", "--serve"], "--serve and --size cannot be combined"),
            (["--serve", "--theme", "dark"], "--serve and --theme cannot be combined"),
            (["--serve", "--trace", folder.path + "/t"], "--serve and --trace cannot be combined"),
        ] {
            let run = try await ProgramRun.run(["lab"] + arguments, in: folder)
            #expect(run.status == .code(2) && run.complaints.hasPrefix("halftone: \(complaint)"), "\(run.complaints)")
            #expect(run.complaints.utf8.allSatisfy { $0 == 0x0A || $0 >= 0x20 }, "\(arguments)")
        }
    }
}
