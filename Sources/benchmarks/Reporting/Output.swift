import Foundation

/// Standard output and standard error of the program.
enum Output {
    static func line(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
    static func printError(_ text: String) { FileHandle.standardError.write(Data("benchmarks: \(text)\n".utf8)) }
}
