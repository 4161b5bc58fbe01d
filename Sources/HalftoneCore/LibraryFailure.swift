/// The advice to give when a library that is loaded on first use cannot be loaded.
public enum LibraryFailure {
    /// Returns the remedy, or the loader's reason if the library is installed: too many open files, no memory.
    ///
    /// - Parameters:
    ///   - library: the name under which it was to be loaded, such as `libcurl.so.4`.
    ///   - package: the Debian package that contains it.
    ///   - copy: copies the loader's message into a buffer of the given size in bytes, as a C string.
    public static func advice(
        library: String, package: String, reason copy: (UnsafeMutablePointer<CChar>?, Int) -> Void
    ) -> String {
        var text = [CChar](repeating: 0, count: 256)
        copy(&text, text.count)
        let reason = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return advice(library: library, package: package, reason: reason)
    }

    /// Returns the remedy, or the loader's reason if the library is installed.
    ///
    /// - Parameters:
    ///   - library: the file name of the library.
    ///   - package: the Debian package that contains it.
    ///   - reason: the loader's message.
    public static func advice(library: String, package: String, reason: String) -> String {
        let isMissing = reason.hasPrefix(library + ":") && reason.hasSuffix("No such file or directory")
        return isMissing
            ? "install the package \(package)" : "\(library) could not be opened: \(TextSanitizer.clean(reason))"
    }
}
