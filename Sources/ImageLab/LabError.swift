import Basis

/// What can go wrong in the Lab, each in one line that a person can act on.
public enum LabError: DescribedError, Equatable, Sendable {
    /// The server could not open its port; the reason is the system's.
    case cannotListen(port: Int, reason: String)
    /// libmicrohttpd, which is opened by the first server, could not be: what to do about it, or why.
    case missingLibrary(String)
    /// The query of a URL asks for something that the server does not understand. It becomes a 400.
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
