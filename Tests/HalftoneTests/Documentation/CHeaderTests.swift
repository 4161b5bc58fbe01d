import FoundationEssentials
import TestSupport
import Testing

/// The error of a build without the header of a C library.
@Suite(.endsInTime) struct CHeaderTests {
    /// Headers of the C library itself and of Linux, which belong to no package that a user installs.
    private static let ofTheSystem: Set = [
        "dlfcn.h", "dirent.h", "errno.h", "fcntl.h", "getopt.h", "limits.h", "locale.h", "malloc.h",
        "netinet/in.h", "poll.h", "pthread.h", "sched.h", "setjmp.h", "signal.h", "spawn.h", "stdarg.h", "stdatomic.h",
        "stdbool.h",
        "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "termios.h", "time.h", "ucontext.h", "unistd.h",
        "wchar.h",
    ]

    /// Returns the C files of the package, with their paths.
    private static func files() throws -> [(path: String, text: String)] {
        try ["Sources", "Tests"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Document.root + "/" + folder)
                .filter { $0.hasPrefix("C") && ($0.hasSuffix(".c") || $0.hasSuffix(".h")) }
                .map { ("\(folder)/\($0)", try Document.text(of: "\(folder)/\($0)")) }
        }
    }

    @Test func `the header of every C library names its package when it is missing`() throws {
        let files = try Self.files()
        var libraries: Set<String> = []
        for (path, text) in files {
            let headers = text.matches(of: #/\n#include <([\w\/.]+)>/#).map { String($0.1) }
            for header in headers where !Self.isOfTheSystem(header) && !path.hasPrefix("Sources/CDecoders/") {
                // Headers of one library are installed together, so one of them stands for all.
                let folder = path.split(separator: "/").dropLast().joined(separator: "/")
                let isNamed = files.contains { file in
                    file.path.hasPrefix(folder)
                        && Self.companions(of: header).contains { companion in
                            file.text.contains("#if !__has_include(<\(companion)>)\n#error \"")
                        }
                }
                #expect(isNamed, "\(path): <\(header)>")
                libraries.insert(header)
            }
        }
        #expect(libraries.count >= 12)
    }

    @Test func `the packages that builds name are those of the README`() throws {
        let readme = try Document.readme().lines.joined(separator: "\n")
        var packages: Set<Substring> = []
        for (path, text) in try Self.files() {
            for match in text.matches(of: #/#error ".+ is missing: apt-get install (.+)"/#) {
                packages.insert(match.1)
                #expect(readme.contains(" \(match.1)"), "\(path) names \(match.1)")
            }
        }
        #expect(packages.count >= 13)
    }

    private static func isOfTheSystem(_ header: String) -> Bool {
        ofTheSystem.contains(header) || header.hasPrefix("sys/") || header.hasPrefix("linux/")
    }

    @Test func `a build without the header of an optional library names its package`() throws {
        let readme = try Document.readme().lines.joined(separator: "\n")
        var count = 0
        for (path, text) in try Self.files() where path.hasPrefix("Sources/CDecoders/") {
            for match in text.matches(of: #/\n#include <([\w\/.]+)>/#) where !Self.isOfTheSystem(String(match.1)) {
                #expect(text.contains("#if __has_include(<\(match.1)>)\n"), "\(path): <\(match.1)>")
                let package = try #require(text.firstMatch(of: #/\.headers_package = "(.+)"/#)).1
                #expect(readme.contains("`libavif-dev") && readme.contains(" \(package)"), "\(path): \(package)")
                count += 1
            }
        }
        #expect(count >= 4)
    }

    /// Returns the headers that are installed with this one.
    private static func companions(of header: String) -> [String] {
        let families = [
            ["curses.h", "term.h"], ["jpeglib.h", "jerror.h"], ["webp/decode.h", "webp/encode.h", "webp/mux.h"],
            ["libxml/HTMLparser.h", "libxml/SAX2.h", "libxml/parser.h", "libxml/xmlerror.h"],
        ]
        return families.first { $0.contains(header) } ?? [header]
    }
}
