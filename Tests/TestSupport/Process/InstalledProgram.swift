import Glibc
import Testing

/// Returns the path of a program that README's command for the tests installs, or ends the test with one failure.
///
/// Looks on the `PATH`, and after that where Debian has servers: those folders are on the `PATH` of root alone.
///
/// - Parameter package: the package that has it, as the command names it.
@discardableResult
public func requireProgram(_ name: String, of package: String) throws -> String {
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    return try #require(
        (folders + ["/usr/local/sbin", "/usr/sbin"]).map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 },
        "\(name) is not installed: README's command for the tests installs it with \(package)")
}
