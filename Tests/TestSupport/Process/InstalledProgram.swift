import Glibc
import Testing

/// Returns the path of a program that README's command for the tests installs, or ends the test with one failure.
///
/// Searches the `PATH`, then Debian's folders for servers, which only root has in the `PATH`.
///
/// - Parameter package: the Debian package that contains the program.
@discardableResult
public func requireProgram(_ name: String, of package: String) throws -> String {
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    return try #require(
        (folders + ["/usr/local/sbin", "/usr/sbin"]).map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 },
        "\(name) is not installed: README's command for the tests installs it with \(package)")
}
