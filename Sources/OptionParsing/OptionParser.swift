import HalftoneCore
import CSystem
import Glibc

/// A mistake on the command line. The description is one line.
public struct UsageError: Error, CustomStringConvertible {
    public let description: String
    /// Creates a mistake from one line of text, without the program's name.
    public init(_ description: String) { self.description = description }
}

/// The lock of all parses: `getopt_long` keeps its place in variables of the process.
private let parseLock = Lock(())

/// A parser of a command's arguments that uses `getopt_long`. Safe from any thread.
public struct OptionParser<Options> {
    private let rows: [OptionRow<Options>]

    /// Creates a parser of these options. Names must differ.
    public init(_ rows: [OptionRow<Options>]) { self.rows = rows }

    // Results of `getopt_long` for mistakes when the short options start with a colon.
    private static var isUnknown: Int32 { Int32(UInt8(ascii: "?")) }
    private static var lacksArgument: Int32 { Int32(UInt8(ascii: ":")) }
    /// The number of the first long option, above every character.
    private static var firstNumber: Int { 1000 }

    /// Applies all options to `options` and returns the operands, byte for byte. Options may follow operands; `--` ends
    /// them. The argument of an option must be UTF-8.
    ///
    /// - Throws: `UsageError` for an unknown or ambiguous option, a missing argument or an invalid value.
    public func parse(_ arguments: [FilePath], into options: inout Options) throws(UsageError) -> [FilePath] {
        let (values, operands) = parseLock.withLock { _ in split(arguments) }
        for (row, value) in values { try row.apply(value, to: &options) }
        return try operands.get()
    }

    /// Returns the options before the first mistake, in order, each with its argument; and the operands, or that mistake.
    private func split(
        _ arguments: [FilePath]
    ) -> (values: [(row: OptionRow<Options>, value: String)], operands: Result<[FilePath], UsageError>) {
        var values: [(row: OptionRow<Options>, value: String)] = []
        let words = CStrings(["command"] + arguments)
        let strings = CStrings(rows.map { FilePath($0.name) })
        var table = rows.indices.map { index in
            option(
                name: strings.pointer(index), has_arg: rows[index].argument == nil ? 0 : 1, flag: nil,
                val: Int32(Self.firstNumber + index))
        }
        table.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        var shorts = ":"  // not `joined`, whose type lookups take a tenth of a millisecond of every start
        for row in rows {
            guard let short = row.short else { continue }
            shorts += row.argument == nil ? "\(short)" : "\(short):"
        }
        halftone_restart_options()
        while true {
            var index: Int32 = 0
            var argument: UnsafePointer<CChar>?
            let before = max(1, Int(halftone_option_index()))
            let found = halftone_next_option(words.count, words.pointers, shorts, table, &index, &argument)
            if found == -1 { break }
            guard found != Self.isUnknown, found != Self.lacksArgument else {
                let word = words.word(max(before, Int(halftone_option_index()) - 1)).description
                return (values, .failure(mistake(isMissingArgument: found == Self.lacksArgument, word: word)))
            }
            guard let row = row(found) else { continue }
            guard let text = argument.map({ String(validatingCString: $0) }) ?? "" else {
                return (values, .failure(UsageError("the value of --\(row.name) is not UTF-8")))
            }
            values.append((row, text))
        }
        let operands = withExtendedLifetime(strings) {  // `table` points into them
            (Int(halftone_option_index())..<Int(words.count)).map { words.word($0) }
        }
        return (values, .success(operands))
    }

    private func row(_ value: Int32) -> OptionRow<Options>? {
        value >= Self.firstNumber
            ? rows[Int(value) - Self.firstNumber] : rows.first { $0.short?.asciiValue.map(Int32.init) == value }
    }

    private func mistake(isMissingArgument: Bool, word: String) -> UsageError {
        let short = halftone_refused_option()
        let name =
            short > 0 && short < 128 && !word.hasPrefix("--")
            ? "-\(Character(UnicodeScalar(UInt8(truncatingIfNeeded: short))))" : word
        if isMissingArgument { return UsageError("\(name) needs an argument") }
        guard name.hasPrefix("--") else { return UsageError("unknown option '\(name)'") }
        let word = String(name.dropFirst(2).prefix { $0 != "=" })
        guard !rows.contains(where: { $0.name == word }) else { return UsageError("--\(word) takes no value") }
        let isAmbiguous = rows.count { $0.name.hasPrefix(word) } > 1
        let hint = Suggestion.nearest(to: word, among: rows.map(\.name)).map { " (did you mean --\($0)?)" } ?? ""
        return UsageError("\(isAmbiguous ? "ambiguous" : "unknown") option '\(name)'\(hint)")
    }
}

/// An array of C strings that is valid as long as the object, ended by a null pointer.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    let count: Int32

    init(_ strings: [FilePath]) {
        count = Int32(strings.count)
        pointers = .allocate(capacity: strings.count + 1)
        for (index, string) in strings.enumerated() {
            (pointers + index).initialize(to: string.withCString { strdup($0) })
        }
        (pointers + strings.count).initialize(to: nil)
    }

    deinit {
        for index in 0..<Int(count) { free(pointers[index]) }
        pointers.deallocate()
    }

    func pointer(_ index: Int) -> UnsafePointer<CChar>? { UnsafePointer(pointers[index]) }

    func word(_ index: Int) -> FilePath {
        guard index < Int(count), let pointer = pointers[index] else { return "" }
        return FilePath(cString: pointer)
    }
}
