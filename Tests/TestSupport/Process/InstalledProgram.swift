import Glibc
import Testing

/// Ends the test with one failure where a program is missing that README's command for the tests installs.
///
/// - Parameter package: the package that has it, as the command names it.
public func requireProgram(_ name: String, of package: String) throws {
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    try #require(
        folders.contains { access("\($0)/\(name)", X_OK) == 0 },
        "\(name) is not installed: README's command for the tests installs it with \(package)")
}
