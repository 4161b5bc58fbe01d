import Glibc

/// Strings as C wants them: an array of pointers, ended by a null pointer.
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
