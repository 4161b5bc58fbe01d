import Glibc
import LabTestSupport
import TestSupport
import Testing

/// The libraries that the program opens: those that few runs need are opened on first use, because each costs start-up
/// time.
@Suite(.endsInTime) struct LazyLibraryTests: PrintStage {
    let folder = TemporaryDirectory()
    private static let lazy = ["libcurl", "libxml2", "libmicrohttpd", "liblcms2"]

    /// Prints a picture while the dynamic linker logs every file that it opens, and returns that log.
    private func filesOpened(printing picture: String) async throws -> String {
        let name = "linker"
        let run = try await print(
            picture, environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": "\(folder.path)/\(name)"])
        #expect(run.status == .code(0), "\(run.complaints)")
        var said = ""
        // The linker adds the process ID to the name.
        let directory = try #require(opendir(folder.path))
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let file = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard file.hasPrefix(name + ".") else { continue }
            said += String(decoding: folder.read(file), as: UTF8.self)
        }
        // a library that every run needs is in the log, so the linker did write it
        #expect(said.contains("libc.so"))
        return said
    }

    @Test func `printing a picture opens no library that it does not need`() async throws {
        let opened = try await filesOpened(printing: flat("one.png", 200, 0, 0, width: 1, height: 1))
        for library in Self.lazy { #expect(!opened.contains(library)) }
    }

    /// Proves that the other test would find a library if it were opened.
    @Test func `a picture of the network opens libcurl`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let opened = try await filesOpened(printing: "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)")
        #expect(opened.contains("libcurl.so"))
    }
}
