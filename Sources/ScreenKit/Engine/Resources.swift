import Glibc

/// The resources that the process has used.
package enum Resources {
    /// The peak resident memory in bytes.
    ///
    /// Read from `/proc` if possible: `getrusage` includes the peak of the process that started this one.
    package static var peakResidentBytes: Int {
        guard let file = fopen("/proc/self/status", "r") else { return inheritedPeak }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("VmHWM:") else { continue }
            return Int(text.filter(\.isNumber)).map { $0 * 1024 } ?? inheritedPeak
        }
        return inheritedPeak
    }

    private static var inheritedPeak: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss * 1024
    }
}
