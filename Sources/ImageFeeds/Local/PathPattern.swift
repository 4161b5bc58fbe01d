import HalftoneCore
import Glibc

/// A path with `*`, `?`, `[…]` or `**` as a shell expands it: on a command line that quotes it, or one too long for the
/// system, it arrives as it was written. A value, without I/O; ``PatternWalk`` looks for what it matches.
///
/// `**` alone between slashes stands for any number of folders, none included, as bash's `globstar` has it: hidden ones
/// and links are not entered. At the end it stands for every file below.
///
/// A path is matched name by name, all ways through the pattern at once, so that no folder is looked at twice, however
/// many `**` there are.
struct PathPattern {
    enum Piece: Hashable {
        /// Written out: exactly this.
        case name(FilePath)
        /// One name, as `fnmatch` compares.
        case pattern(FilePath)
        case anyDepth
    }

    /// What a name stands for.
    enum Kind {
        case file, folder
        /// A link that leads to a folder.
        case linkedFolder

        var isFolder: Bool { self != .file }
    }

    /// How far a path has come, in pieces of the pattern; by several ways if `**` is among them.
    typealias Places = Set<Int>

    let pieces: [Piece]
    let isAbsolute: Bool
    /// A slash at the end: only folders are meant.
    let meansFolders: Bool

    /// `nil` if there is nothing in it to expand.
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

    /// Where a path is that was at `places`, with one more name.
    func places(after places: Places, _ name: FilePath, _ kind: Kind) -> Places {
        var next: Places = []
        for place in places where place < pieces.count {
            switch pieces[place] {
            case .name(let wanted): if name == wanted { next.insert(place + 1) }
            case .pattern(let pattern): if Self.matches(pattern, name) { next.insert(place + 1) }
            case .anyDepth:
                guard !name.isHidden else { continue }
                if kind == .folder { next.insert(place) }
                // What a folder holds is matched itself: with the folder it would be there twice.
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

    /// Whether anything below can match.
    func goesOn(from places: Places) -> Bool { places.contains { $0 < pieces.count } }

    /// The names that are written out at these places: they need not be looked for.
    func names(at places: Places) -> [FilePath] {
        places.compactMap { if $0 < pieces.count, case .name(let name) = pieces[$0] { name } else { nil } }
    }

    /// Whether any name may do at one of these places.
    func needsReading(at places: Places) -> Bool {
        places.contains { place in
            guard place < pieces.count else { return false }
            if case .name = pieces[place] { return false }
            return true
        }
    }

    /// Also behind each `**`, as that may stand for nothing.
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
