import FoundationEssentials
import TestSupport
import Testing

/// Rules for every file of the tests.
@Suite(.endsInTime) struct RulesTests {
    /// Returns the lines of all Swift files of the tests.
    private static func files() throws -> [(path: String, lines: [Substring])] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Document.root + "/Tests")
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            ("Tests/" + path, try Document.text(of: "Tests/" + path).split(separator: "\n"))
        }
    }

    /// A suite is a type without indentation, with its traits on the same line.
    @Test func `every suite has a time limit`() throws {
        var count = 0
        for (path, lines) in try Self.files() {
            var suite: Substring = ""
            for line in lines {
                if let first = line.utf8.first, ![0x20, 0x2F, 0x7D].contains(first) { suite = line }  // space, / and }
                let code = line.drop { $0 == " " }
                guard code.hasPrefix("@Test") || code.hasPrefix("@MainActor @Test") else { continue }
                count += 1
                guard !suite.isEmpty, !suite.hasPrefix("extension ") else { continue }
                if !suite.contains(".endsInTime") { Issue.record("\(path): no .endsInTime: \(suite)") }
                suite = ""
            }
        }
        #expect(count > 2000)
    }

    /// SwiftPM ignores a missing file, and the sanitizer would then skip its tests.
    @Test func `every file that the manifest names is there`() throws {
        let strings = Document.spans(in: try Document.text(of: "Package.swift"), between: "\"")
        let named = strings.filter { $0.hasSuffix(".swift") }
        let files = try ["Sources", "Tests"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Document.root + "/" + folder)
        }
        #expect(named.count > 8)
        for name in named where !files.contains(where: { $0.hasSuffix("/" + name) }) {
            Issue.record("Package.swift: no \(name)")
        }
    }

    @Test func `no test waits in a busy loop`() throws {
        func isLoop(_ line: Substring) -> Bool { line.contains("while ") || line.contains("for ") }
        for (path, lines) in try Self.files() {
            for (before, line) in zip([""] + lines, lines) where line.contains("yield()") {
                let code = line.drop { $0 == " " }
                let isBody = code.hasPrefix("await Task.yield()") || code.hasPrefix("sched_yield()")
                guard isBody ? isLoop(before) && before.hasSuffix("{") : isLoop(line) && line.hasSuffix("yield() }")
                else { continue }
                Issue.record("\(path): \(line); `until` waits, and not for ever, and `Task.end` for what ends")
            }
        }
    }
}
