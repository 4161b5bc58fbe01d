import Glibc

/// Why something could not be measured, in one line.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }

    /// What the system said last.
    static var system: String { String(cString: strerror(errno)) }
}
