import FoundationEssentials

/// An error whose description is one line that says what happened; its `localizedDescription` is that line, too.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    public var errorDescription: String? { description }
}
