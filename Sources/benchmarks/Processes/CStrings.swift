import Glibc

/// An array of pointers to C strings, ended by a null pointer.
final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?] = []

    init(_ strings: [String]) {
        for string in strings { pointers.append(strdup(string)) }
        pointers.append(nil)
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
