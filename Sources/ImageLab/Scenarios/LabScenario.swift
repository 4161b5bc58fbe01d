/// A script that comes with the program: what an engine must get right, in a form that can be read and played.
public struct LabScenario: Sendable {
    /// As the command line writes it.
    public let name: String
    /// One line for the help and the manual.
    public let summary: String
    /// As ``ScriptParser`` reads it.
    public let script: String

    /// In the order in which they are told.
    public static let all: [LabScenario] = [
        reuse, cancellation, placeholder, transition, cache, retry, refresh, prefetch, order, priority, progressive,
        hostile,
    ]

    /// The scenario of that name; `nil` if there is none.
    public static func named(_ name: String) -> LabScenario? { all.first { $0.name == name } }
}
