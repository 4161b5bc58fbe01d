import HalftoneCore
import Glibc

/// The permission to give a saved file its name, which the end of the program revokes.
///
/// A file is either whole and named before the token is revoked, or never named; nothing half-written is left. Any
/// thread.
final class CommitToken: Sendable {
    private struct State {
        var isRevoked = false
        /// Whether the file has its name.
        var isUsed = false
        /// The path of a file that is incomplete or not named yet.
        var temporary: String?

        mutating func removeTemporary() {
            if let path = temporary { unlink(path) }
            temporary = nil
        }
    }

    private let state = Lock(State())

    /// Makes a file that is removed when the token is revoked. Returns what `open` returns; -1 with `ECANCELED` if the
    /// token was revoked before.
    func makeTemporary(_ path: String, _ open: () -> Int32) -> Int32 {
        unlessRevoked { state in
            let file = open()
            if file >= 0 { state.temporary = path }
            return file
        }
    }

    func removeTemporary() { state.withLock { $0.removeTemporary() } }

    /// Gives a file its name. Returns 0, or -1 with `errno` as `body` left it; `ECANCELED` if the token was revoked.
    func commit(_ body: () -> Int32) -> Int32 {
        unlessRevoked { state in
            let result = body()
            if result == 0 { state.isUsed = true }
            return result
        }
    }

    private func unlessRevoked(_ body: (inout State) -> Int32) -> Int32 {
        let (result, code): (Int32, Int32) = state.withLock { state in
            guard !state.isRevoked else { return (-1, ECANCELED) }
            return (body(&state), errno)
        }
        errno = code
        return result
    }

    /// Revokes the token. Returns `true` if the file has its name already.
    func revoke() -> Bool {
        state.withLock { state in
            state.isRevoked = true
            state.removeTemporary()
            return state.isUsed
        }
    }
}
