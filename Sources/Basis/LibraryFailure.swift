/// Why a library that is opened on first use could not be.
public enum LibraryFailure {
    /// What to do about it, or the loader's reason where the library is installed: too many open files, no memory.
    ///
    /// - Parameters:
    ///   - library: the name under which it was to be opened, such as `libcurl.so.4`.
    ///   - package: what has it, on Debian.
    ///   - copy: copies the loader's words into a buffer of so many bytes, as a C string.
    public static func advice(
        library: String, package: String, reason copy: (UnsafeMutablePointer<CChar>?, Int) -> Void
    ) -> String {
        var text = [CChar](repeating: 0, count: 256)
        copy(&text, text.count)
        let reason = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return advice(library: library, package: package, reason: reason)
    }

    /// - Parameter reason: the loader's words.
    public static func advice(library: String, package: String, reason: String) -> String {
        let isMissing = reason.hasPrefix(library + ":") && reason.hasSuffix("No such file or directory")
        return isMissing
            ? "install the package \(package)" : "\(library) could not be opened: \(Sanitiser.clean(reason))"
    }
}
