import Glibc

/// A path with `*`, `?` or `[…]` as a shell would expand it: on a command line that quotes it, or one too long for the
/// system, it arrives as it was written.
enum PathPattern {
    /// What the pattern matches, in natural order; `nil` if it is none, matches nothing, or is itself the name of a file.
    /// Blocks. Hidden files match only a pattern that begins with a dot.
    static func matches(of path: String) -> [String]? {
        guard path.utf8.contains(where: { "*?[".utf8.contains($0) }), access(path, F_OK) != 0 else { return nil }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(path, GLOB_NOSORT, nil, &found) == 0 else { return nil }
        let paths = (0..<Int(found.gl_pathc)).compactMap { index in
            found.gl_pathv[index].flatMap { String(validatingCString: $0) }
        }
        return paths.isEmpty ? nil : paths.sorted(by: NaturalOrder.precedes)
    }
}
