import FoundationEssentials
import TestSupport
import Testing

/// Rules for every file of the tests.
@Suite(.endsInTime) struct RulesTests {
    /// The lines of every file with tests, by its path in the repository.
    private static func files() throws -> [(path: String, lines: [Substring])] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        return try paths.map { path in
            let text = String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
            return ("Tests/" + path, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    /// A suite is a type at the left margin; what it says about itself is on its line.
    @Test func `every suite has a time limit`() throws {
        var count = 0
        for (path, lines) in try Self.files() {
            var type = ""
            var isReported = false
            for line in lines {
                if line.contains(/^(@|struct|class|enum|actor|final|private|extension)/) {
                    (type, isReported) = (String(line), false)
                }
                guard line.contains(/^ *(@MainActor )?@Test\b/), !type.hasPrefix("extension") else { continue }
                count += 1
                if !type.contains(".endsInTime"), !isReported { Issue.record("\(path): no .endsInTime: \(type)") }
                isReported = true
            }
        }
        #expect(count > 2000)
    }

    @Test func `no test takes a core from what it waits for`() throws {
        for (path, lines) in try Self.files() {
            for line in lines where line.contains(/while .*\{ *(await )?(sched_yield|Task\.yield)\(\) *\}/) {
                Issue.record("\(path): \(line); `until` waits, and not for ever")
            }
        }
    }
}
