import Glibc

/// Part of a test that runs in its own process, so that it has the main actor for itself.
///
/// Not an exit test (`processExitsWith`), which blocks a thread of Swift's pool while its process runs. The pool has
/// one thread per core, so two long exit tests would block all other tests.
public enum OwnProcess {
    private static let partVariable = "HALFTONE_TEST_PART"
    private static let fileVariable = "HALFTONE_TEST_REPORT"

    /// The number of processes for random schedules, one after the other: each takes a tenth of a test's time limit, as a
    /// machine on which ten other processes compute gives it a tenth of its time.
    public static let parts = 6

    /// Runs one part of a test's work in a copy of the test process. Returns what `body` returned there.
    ///
    /// Must be called first in a test whose only argument is the part: in the copy, the same test runs and calls this
    /// function, which then runs `body`.
    ///
    /// - Parameter test: the name of the suite, the only one that the copy runs. The suite has no other test.
    /// - Throws: ``Failure`` if the copy did not come to its end in time, or a test failed there though `body` returned
    ///   an empty string.
    public static func run(
        _ test: String, part: Int, _ body: @escaping @MainActor @Sendable () async -> String
    ) async throws -> String {
        if let (name, number, file) = task {
            guard name == test, number == part else { return "" }
            let report = await body()
            try leave(report, in: file)
            return report
        }
        let directory = TemporaryDirectory()
        let file = directory.path + "/report"
        let exit = try await blocking {
            let process = try ChildProcess(
                [CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", test], on: nil,
                environment: inherited.merging([partVariable: "\(test) \(part)", fileVariable: file]) { $1 },
                output: .file(directory.path + "/output"), error: .file(directory.path + "/output"))
            return try process.waitForExit(on: nil)
        }
        let report = String(decoding: directory.read("report"), as: UTF8.self)
        guard exit == .code(0) || !report.isEmpty else {
            let output = String(decoding: directory.read("output").suffix(4000), as: UTF8.self)
            throw Failure(description: "part \(part) of \(test) ended with \(exit): \(output)")
        }
        return report
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The task of this process, if it is such a copy.
    private static let task: (test: String, part: Int, file: String)? = {
        guard let task = getenv(partVariable), let file = getenv(fileVariable) else { return nil }
        let words = String(cString: task).split(separator: " ")
        guard words.count == 2, let part = Int(words[1]) else { return nil }
        return (String(words[0]), part, String(cString: file))
    }()

    private static var inherited: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let line = next.pointee {
            let parts = String(cString: line).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }

    /// Writes the copy's report. The copy then completes its test, which fails if issues were recorded.
    private static func leave(_ report: String, in file: String) throws {
        guard let stream = fopen(file, "w"), fputs(report, stream) >= 0, fclose(stream) == 0 else {
            throw Failure(description: "cannot write \(file)")
        }
    }
}
