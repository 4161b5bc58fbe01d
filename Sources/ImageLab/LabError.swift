import HalftoneCore

/// An error of the Lab. Its description is one line for users.
public enum LabError: DescribedError, Equatable, Sendable {
    /// The server could not open its port; the reason is the system's.
    case cannotListen(port: Int, reason: String)
    /// libmicrohttpd, which is loaded by the first server, could not be loaded; the text is the remedy or the reason.
    case missingLibrary(String)
    /// The query of a URL is invalid; the server answers such a request with 400.
    case badQuery(String)

    public var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "the lab's server cannot listen on 127.0.0.1, port \(port): \(reason)"
        case .missingLibrary(let advice): "the lab's server needs libmicrohttpd: \(advice)"
        case .badQuery(let what): what
        }
    }
}
