import CSystem

// Descriptors that no program inherits which another test is starting right now: it would keep open what a test closes.

/// The next connection of a listening socket; -1 if there is none.
public func acceptConnection(on listener: CInt) -> CInt { halftone_accept(listener) }

/// The two ends of a pipe; `nil` if the system has no descriptor left.
public func makePipe() -> (reading: CInt, writing: CInt)? {
    var ends: [CInt] = [-1, -1]
    return halftone_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
}
