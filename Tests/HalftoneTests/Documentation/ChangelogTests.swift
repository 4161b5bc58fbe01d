import TestSupport
import Testing

@testable import halftone

/// CHANGELOG.md follows Keep a Changelog, and says what a user gains in short lines.
@Suite(.endsInTime) struct ChangelogTests {
    private let lines: [String]

    init() throws { lines = try Document("CHANGELOG.md").lines }

    @Test func `the first versions are Unreleased and that of the program`() {
        let versions = lines.filter { $0.hasPrefix("## ") }
        #expect(versions.first == "## [Unreleased]")
        #expect(versions.dropFirst().first?.hasPrefix("## [\(Program.version)]") == true)
        let kinds = Set(lines.filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) })
        #expect(kinds.isSubset(of: ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]))
    }

    @Test func `every change is one line of less than fifteen words`() {
        let changes = lines.drop { !$0.hasPrefix("## ") }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        let bullets = changes.filter { $0.hasPrefix("- ") }
        #expect(bullets.count > 30)
        #expect(changes.count <= bullets.count + 1, "a change takes more than one line")  // “The first version.”
        for bullet in bullets { #expect(bullet.split(separator: " ").count - 1 < 15, "\(bullet)") }
    }
}
