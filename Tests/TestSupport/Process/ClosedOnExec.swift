import CSystem

// Descriptors with close-on-exec set atomically, so that programs which other tests start do not inherit them.

/// Returns the next connection of a listening socket; -1 if there is none.
public func acceptConnection(on listener: CInt) -> CInt { halftone_accept(listener) }

/// Creates a pipe; `nil` if the system has no descriptor left.
public func makePipe() -> (reading: CInt, writing: CInt)? {
    var ends: [CInt] = [-1, -1]
    return halftone_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
}
