import Basis
import CSystem
import Glibc

/// A mistake on the command line. The description is one line.
struct UsageError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// One option of a command: its name, what its argument is called in the help, and what it does.
struct OptionSpec<Target> {
    var name: String
    var short: Character?
    /// `nil`: it takes no argument.
    var argument: String?
    /// What the argument can be, for the shells; `apply` decides.
    var values: OptionValues
    var help: String
    var apply: (inout Target, String) throws(UsageError) -> Void

    init(
        _ name: String, short: Character? = nil, argument: String? = nil, values: OptionValues = .free, help: String,
        apply: @escaping (inout Target, String) throws(UsageError) -> Void
    ) {
        self.name = name
        self.short = short
        self.argument = argument
        self.values = values
        self.help = help
        self.apply = apply
    }
}

/// Reads a command's arguments with `getopt_long`. Main thread.
struct OptionParser<Target> {
    let specs: [OptionSpec<Target>]

    // What `getopt_long` returns for a mistake, when the short options begin with a colon.
    private static var isUnknown: Int32 { Int32(UInt8(ascii: "?")) }
    private static var lacksArgument: Int32 { Int32(UInt8(ascii: ":")) }
    /// Long options are numbered from here on, above every character.
    private static var firstNumber: Int { 1000 }

    /// Applies every option to `target` and returns the operands, byte for byte. Options may stand among operands; `--`
    /// ends them. The value of an option is text.
    func parse(_ arguments: [FilePath], into target: inout Target) throws(UsageError) -> [FilePath] {
        let words = CStrings(["halftone"] + arguments)
        let names = CStrings(specs.map { FilePath($0.name) })
        var options = specs.indices.map { index in
            option(
                name: names.pointer(index), has_arg: specs[index].argument == nil ? 0 : 1, flag: nil,
                val: Int32(Self.firstNumber + index))
        }
        options.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        var shorts = ":"  // not `joined`, which takes every start a tenth of a millisecond to look up types
        for spec in specs {
            guard let short = spec.short else { continue }
            shorts += spec.argument == nil ? "\(short)" : "\(short):"
        }
        halftone_restart_options()
        while true {
            var index: Int32 = 0
            var argument: UnsafePointer<CChar>?
            let before = max(1, Int(halftone_option_index()))
            let found = halftone_next_option(words.count, words.pointers, shorts, options, &index, &argument)
            if found == -1 { break }
            guard found != Self.isUnknown, found != Self.lacksArgument else {
                let word = words.word(max(before, Int(halftone_option_index()) - 1)).description
                throw mistake(isMissingArgument: found == Self.lacksArgument, word: word)
            }
            guard let spec = spec(found) else { continue }
            guard let value = argument.map({ String(validatingCString: $0) }) ?? "" else {
                throw UsageError("the value of --\(spec.name) is not UTF-8")
            }
            try spec.apply(&target, value)
        }
        return withExtendedLifetime(names) {  // `options` points into them
            (Int(halftone_option_index())..<Int(words.count)).map { words.word($0) }
        }
    }

    private func spec(_ value: Int32) -> OptionSpec<Target>? {
        value >= Self.firstNumber
            ? specs[Int(value) - Self.firstNumber] : specs.first { $0.short?.asciiValue.map(Int32.init) == value }
    }

    private func mistake(isMissingArgument: Bool, word: String) -> UsageError {
        let short = halftone_refused_option()
        let name =
            short > 0 && short < 128 && !word.hasPrefix("--")
            ? "-\(Character(UnicodeScalar(UInt8(truncatingIfNeeded: short))))" : word
        if isMissingArgument { return UsageError("\(name) needs an argument") }
        return UsageError("unknown or ambiguous option \(name)")
    }
}

/// An array of C strings for the duration of a call, ended by a null pointer.
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
