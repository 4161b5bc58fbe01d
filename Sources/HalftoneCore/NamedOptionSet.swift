/// An option set whose description lists its names, such as `[retryFailed, lowPriority]`. Bits without a name follow as
/// a hexadecimal number.
public protocol NamedOptionSet: OptionSet, CustomStringConvertible where RawValue: FixedWidthInteger {
    /// Every single option with its name, in the order in which they are printed.
    static var names: [(name: String, option: Self)] { get }
}

extension NamedOptionSet {
    public var description: String {
        let known = Self.names.filter { rawValue & $0.option.rawValue == $0.option.rawValue }
        let rest = known.reduce(rawValue) { $0 & ~$1.option.rawValue }
        let names = known.map(\.name) + (rest == 0 ? [] : ["0x" + String(rest, radix: 16)])
        return "[" + names.joined(separator: ", ") + "]"
    }
}
