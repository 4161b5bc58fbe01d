/// What the argument of an option or an operand can be, for the completion of the shells.
enum OptionValues: Equatable {
    /// Nothing that a shell could know.
    case free
    case words([String])
    /// Words separated by commas.
    case list([String])
    /// Words that a number is written after.
    case prefixes([String])
    case file
    case folder
}
