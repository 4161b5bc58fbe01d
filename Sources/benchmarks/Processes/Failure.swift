import Glibc

/// The reason why something could not be measured, in one line.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }

    /// The description of `errno`.
    static var system: String { String(cString: strerror(errno)) }
}
