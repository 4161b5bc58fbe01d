import Basis
import Glibc

/// Stands between a saving on another thread and whoever ends the program: a file is either there, whole, before the
/// permit is withdrawn, or it never is, and nothing half-written is left. Any thread.
final class SavingPermit: Sendable {
    private struct State {
        var isWithdrawn = false
        /// Whether the file has its name.
        var isUsed = false
        /// A file that has only a part of the bytes, or not yet its name.
        var temporary: String?
    }

    private let state = Lock(State())

    /// Makes a file that is to be removed when the permit is withdrawn. What `open` returns; -1 and `ECANCELED` if it
    /// was withdrawn before.
    func makeTemporary(_ path: String, _ open: () -> Int32) -> Int32 {
        let (file, code): (Int32, Int32) = state.withLock { state in
            guard !state.isWithdrawn else { return (-1, ECANCELED) }
            let file = open()
            if file >= 0 { state.temporary = path }
            return (file, errno)
        }
        errno = code
        return file
    }

    /// Removes what ``makeTemporary(_:_:)`` made.
    func removeTemporary() {
        state.withLock { state in
            if let path = state.temporary { unlink(path) }
            state.temporary = nil
        }
    }

    /// Gives a file its name. 0, or -1 with `errno` as `body` left it; `ECANCELED` if the permit was withdrawn.
    func giveName(_ body: () -> Int32) -> Int32 {
        let (result, code): (Int32, Int32) = state.withLock { state in
            guard !state.isWithdrawn else { return (-1, ECANCELED) }
            let result = body()
            if result == 0 { state.isUsed = true }
            return (result, errno)
        }
        errno = code
        return result
    }

    /// From now on no file gets a name. `true`: it has it already.
    func withdraw() -> Bool {
        state.withLock { state in
            state.isWithdrawn = true
            if let path = state.temporary { unlink(path) }
            state.temporary = nil
            return state.isUsed
        }
    }
}
