import HalftoneCore
import Glibc

/// A path with the wildcards `*`, `?`, `[…]` or `**`, as in shells, for arguments that were quoted or too many for the
/// system. A value without I/O; ``PatternWalk`` finds the matches.
///
/// `**` between slashes matches any number of folders, including none, as with bash's `globstar`; hidden folders and
/// links are not entered. At the end it matches every file below.
///
/// A path is matched name by name against all positions in the pattern simultaneously, so that no folder is read twice
/// even with several `**`.
struct PathPattern {
    enum Piece: Hashable {
        /// A literal name.
        case name(FilePath)
        /// A pattern for one name, as in `fnmatch`.
        case pattern(FilePath)
        case anyDepth
    }

    /// The type of a directory entry.
    enum Kind {
        case file, folder
        /// A symbolic link to a folder.
        case linkedFolder

        var isFolder: Bool { self != .file }
    }

    /// The positions of a path in the pattern; several with `**`.
    typealias Places = Set<Int>

    let pieces: [Piece]
    let isAbsolute: Bool
    /// Whether the pattern ends with a slash and matches only folders.
    let meansFolders: Bool

    /// Creates a pattern; `nil` for a path without wildcards.
    init?(_ path: FilePath) {
        guard path.bytes.contains(where: { "*?[".utf8.contains($0) }) else { return nil }
        isAbsolute = path.isAbsolute
        meansFolders = path.hasSlashAtEnd
        pieces = path.pieces.map { piece in
            let piece = FilePath(bytes: Array(piece))
            if piece == "**" { return .anyDepth }
            return piece.bytes.contains { "*?[\\".utf8.contains($0) } ? .pattern(piece) : .name(piece)
        }
    }

    var start: Places { closed([0]) }

    /// Returns the positions after one more name.
    func places(after places: Places, _ name: FilePath, _ kind: Kind) -> Places {
        var next: Places = []
        for place in places where place < pieces.count {
            switch pieces[place] {
            case .name(let wanted): if name == wanted { next.insert(place + 1) }
            case .pattern(let pattern): if Self.matches(pattern, name) { next.insert(place + 1) }
            case .anyDepth:
                guard !name.isHidden else { continue }
                if kind == .folder { next.insert(place) }
                // The content of the folder is matched separately; with the folder it would be listed twice.
                if kind == .file, place == pieces.count - 1 { next.insert(pieces.count) }
            }
        }
        next = closed(next)
        return kind.isFolder ? next : meansFolders ? [] : next.intersection([pieces.count])
    }

    private static func matches(_ pattern: FilePath, _ name: FilePath) -> Bool {
        pattern.withCString { pattern in name.withCString { fnmatch(pattern, $0, FNM_PERIOD) == 0 } }
    }

    func isMatch(_ places: Places) -> Bool { places.contains(pieces.count) }

    /// Returns whether anything below can match.
    func goesOn(from places: Places) -> Bool { places.contains { $0 < pieces.count } }

    /// Returns the literal names at the positions, which need no directory listing.
    func names(at places: Places) -> [FilePath] {
        places.compactMap { if $0 < pieces.count, case .name(let name) = pieces[$0] { name } else { nil } }
    }

    /// Returns whether a wildcard is at one of the positions.
    func needsReading(at places: Places) -> Bool {
        places.contains { place in
            guard place < pieces.count else { return false }
            if case .name = pieces[place] { return false }
            return true
        }
    }

    /// Returns the positions with those after each `**`, which may match no folder.
    private func closed(_ places: Places) -> Places {
        var closed = places
        for var place in places {
            while place < pieces.count, pieces[place] == .anyDepth, place + 1 < pieces.count || meansFolders {
                place += 1
                closed.insert(place)
            }
        }
        return closed
    }
}
