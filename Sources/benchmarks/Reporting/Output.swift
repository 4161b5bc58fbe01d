import Glibc

/// Standard output and standard error of the program.
enum Output {
    static func line(_ text: String) { write(text, to: STDOUT_FILENO) }
    static func printError(_ text: String) { write("benchmarks: " + text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array((text + "\n").utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
