import FeedTestSupport
import Glibc
import TestSupport
import Testing

@testable import ImageFeeds

/// Patterns in paths that no shell has expanded.
@Suite(.endsInTime) struct PathPatternTests {
    let folder = TemporaryDirectory()

    /// Returns the matches of a pattern in this folder, relative to it.
    private func matches(_ pattern: String, limit: Int = 1_000) -> [String] {
        let walk = PatternWalk("\(folder.path)/\(pattern)", limit: limit)
        return (walk?.paths ?? []).map { String($0.text.dropFirst(folder.path.count + 1)) }
    }

    private func makeTree(_ names: String...) throws {
        for name in names {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            for count in 1..<max(1, parts.count) { _ = folder.makeFolder(parts[..<count].joined(separator: "/")) }
            if !name.hasSuffix("/") { try folder.write(name, "x") }
        }
    }

    @Test func `two stars match any number of folders`() throws {
        try makeTree("a.png", "b/c.png", "b/d/e.png", "b/d/f.txt", "g/")
        #expect(matches("**/*.png") == ["a.png", "b/c.png", "b/d/e.png"])
        #expect(matches("b/**/*.png") == ["b/c.png", "b/d/e.png"])
        #expect(matches("**/d/*") == ["b/d/e.png", "b/d/f.txt"])
        #expect(matches("**/**/**/e.png") == ["b/d/e.png"], "each once, however many stars lead to it")
        #expect(matches("**/b/**/d/**/e.png") == ["b/d/e.png"])
    }

    @Test func `two stars at the end match every file below`() throws {
        try makeTree("a.png", "b/c.png", "b/d/e.png", "g/")
        #expect(matches("**") == ["a.png", "b/c.png", "b/d/e.png"])
        #expect(matches("b/**") == ["b/c.png", "b/d/e.png"])
        // and with a slash at the end for every folder, the named one too
        #expect(matches("b/**/") == ["b/", "b/d/"])
    }

    @Test func `two stars among other letters are one`() throws {
        try makeTree("ab.png", "a/b.png")
        #expect(matches("a**.png") == ["ab.png"])
        #expect(matches("**.png") == ["ab.png"])
    }

    @Test func `stars match no hidden folders and links`() throws {
        try makeTree("a/b.png", ".git/c.png", "a/.d.png")
        symlink("..", folder.path + "/a/up")
        symlink(folder.path + "/a", folder.path + "/link")
        symlink("b.png", folder.path + "/a/same.png")
        #expect(matches("**/*.png") == ["a/b.png", "a/same.png"])
        #expect(matches("**") == ["a/b.png", "a/same.png"])
        // a folder or link that is named without a star is entered
        #expect(matches("link/*.png") == ["link/b.png", "link/same.png"])
        #expect(matches(".git/**") == [".git/c.png"])
        #expect(matches("**/.d.*") == ["a/.d.png"])
        #expect(matches("a/up/*/b.png") == ["a/up/a/b.png", "a/up/link/b.png"])
    }

    @Test func `literal components need no readable folder`() throws {
        try makeTree("closed/in/a.png")
        #expect(matches("closed/in/../in/./[ab].png") == ["closed/in/../in/./a.png"])
        #expect(matches("closed/none/*.png").isEmpty)
        #expect(matches("closed/in/a.png/*").isEmpty)
    }

    @Test func `a backslash escapes a star`() throws {
        try makeTree("a*b/1.png", "acb/2.png")
        #expect(matches("a\\*b/*.png") == ["a*b/1.png"])
        #expect(matches("a[*]b/?.png") == ["a*b/1.png"])
        #expect(matches("[[:alpha:]]cb/*") == ["acb/2.png"])
    }

    @Test func `a tree deeper than any stack is scanned to its end`() throws {
        let deep = Array(repeating: "d", count: 400).joined(separator: "/")
        try makeTree(deep + "/a.png")
        #expect(matches("**/a.png") == [deep + "/a.png"])
        // and many ways to match the pattern give each path once
        #expect(matches("**/d/**/d/**/d/**/d/**/d/**/*.png") == [deep + "/a.png"])
    }

    @Test func `a pattern with too many matches is cut with a warning`() async throws {
        for number in 0..<5 { try folder.write("\(number).png", "x") }
        #expect(matches("*.png", limit: 3).count == 3)
        var limits = FeedLimits()
        limits.listItems = 3
        let result = try await read(path: folder.path + "/**/*.png", limits: limits)
        #expect(result.items.count == 3)
        #expect(result.failures.map(\.error) == [.tooManyItems(limit: 3)])
    }

    @Test func `patterns beside other sources keep their place`() async throws {
        try makeTree("a/10.png", "a/9.png", "b/c.png", "z.png")
        let reader = FeedReader(fetcher: FakeNetwork())
        let sources = ["z.png", "**/[0-9]*.png", "b"].map { FeedSource.path(folder.path + "/" + $0) }
        let result = try await reader.items(of: sources)
        #expect(result.items.map(\.title) == ["z.png", "9.png", "10.png", "c.png"])
    }

    /// The walk finds the same paths as matching each path of the tree against the pattern.
    @Test(arguments: UInt64(1)...20)
    func `any pattern finds the matches of a comparison with every path`(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let names = ["a", "b", "ab", ".h"]
        var files: [String] = []
        for _ in 0..<40 {
            let folders = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                names.randomElement(using: &numbers) ?? "a"
            }
            let path = (folders + ["f\(Int.random(in: 0..<3, using: &numbers))"]).joined(separator: "/")
            if !files.contains(path) { files.append(path) }
        }
        for path in files { try makeTree(path) }
        for _ in 0..<60 {
            let pieces = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                ["**", "*", "a", "?", "[ab]*", ".h"].randomElement(using: &numbers) ?? "*"
            }
            let pattern = (pieces + [["f*", "f1", "**"].randomElement(using: &numbers) ?? "f*"]).joined(separator: "/")
            guard pattern.contains(where: { "*?[".contains($0) }) else { continue }
            let expected = files.filter {
                Self.matches($0.split(separator: "/")[...], pattern.split(separator: "/")[...])
            }
            #expect(Set(matches(pattern)) == Set(expected), "seed \(seed): \(pattern)")
            #expect(matches(pattern).count == expected.count, "seed \(seed): \(pattern) gives a path twice")
        }
    }

    /// Matches name by name and tries everything: slow and simple.
    private static func matches(_ path: ArraySlice<Substring>, _ pattern: ArraySlice<Substring>) -> Bool {
        guard let piece = pattern.first else { return path.isEmpty }
        guard let name = path.first else { return false }
        if piece == "**" {
            if pattern.count == 1 { return path.allSatisfy { !$0.hasPrefix(".") } }
            if matches(path, pattern.dropFirst()) { return true }
            return path.count > 1 && !name.hasPrefix(".") && matches(path.dropFirst(), pattern)
        }
        return fnmatch(String(piece), String(name), FNM_PERIOD) == 0
            && matches(path.dropFirst(), pattern.dropFirst())
    }
}
