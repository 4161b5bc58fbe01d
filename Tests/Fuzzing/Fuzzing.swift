import Glibc

// Built only by `Tests/Fuzzing/run`: the package has this target if HALFTONE_FUZZ is set, and is then instrumented for
// libFuzzer and the address sanitizer.

/// Replaces `main`: the first argument is the target, the others are those of libFuzzer. The processes that it starts
/// with `-fork` have only the latter, and the target in their environment.
@_cdecl("fuzz_main")
public func fuzzMain(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
    let inherited = getenv(targetVariable)
    let name = (inherited ?? (count > 1 ? arguments[1] : nil)).map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        print("fuzz: NAME of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
        return 2
    }
    if count > 2, let folder = arguments[2], strcmp(folder, "--seeds") == 0 {
        return Seeds.write(for: target, into: count > 3 ? arguments[3].map { String(cString: $0) } ?? "." : ".")
    }
    if let format = target.jailedFormat {
        guard UnjailedDecoder.open(format) else { return 2 }
    }
    let skipped = inherited == nil ? 1 : 0
    if skipped == 1 {
        setenv(targetVariable, name, 1)
        arguments[1] = arguments[0]  // libFuzzer gets only its own arguments
    }
    var left = count - Int32(skipped)
    var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = arguments + skipped
    chosenTarget = target
    return runFuzzer(&left, &rest) { bytes, count in
        chosenTarget.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
}

private let targetVariable = "HALFTONE_FUZZ_TARGET"

/// Written once, before the fuzzer's only thread reads it.
nonisolated(unsafe) private var chosenTarget = FuzzTarget.jpeg

/// libFuzzer's main loop, which no header declares.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
