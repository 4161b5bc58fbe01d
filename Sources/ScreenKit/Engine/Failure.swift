import HalftoneCore
import Glibc

/// An error that is only a line for the user: a file that cannot be read or written, or a text that is not understood.
package struct Failure: DescribedError, Hashable {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Returns the error of `errno`.
    package static func system(_ subject: String, _ code: Int32 = errno) -> Failure {
        Failure("\(subject): \(String(cString: strerror(code)))")
    }
}
