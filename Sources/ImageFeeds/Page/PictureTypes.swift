import HalftoneCore

/// The media types of pictures that can be decoded: a web page may offer one picture in several.
public enum PictureTypes {
    private static let readable = Lock(Set(FormatTraits.builtIn.flatMap(\.mediaTypes)))

    /// Adds types of coders that are not built in, in lower case. Safe from any thread; affects pages read later.
    public static func add(_ types: some Sequence<String>) { readable.withLock { $0.formUnion(types) } }

    /// Returns whether a type, in lower case and perhaps with parameters, can be decoded.
    static func areReadable(_ type: String) -> Bool {
        readable.withLock { $0.contains(String(type.prefix { $0 != ";" && $0 != " " })) }
    }
}
