import Glibc

/// A writer of small ICC profiles (ICC.1, version 2).
public enum ICCWriter {
    /// Curves and primaries: X, Y and Z adapted to D50.
    public static func rgb(primaries: [Double], curve: [UInt8]) -> [UInt8] {
        var tags = [white]
        for (number, name) in ["r", "g", "b"].enumerated() {
            tags.append((name + "XYZ", xyz(Array(primaries[3 * number..<3 * number + 3]))))
            tags.append((name + "TRC", curve))
        }
        return profile("RGB ", pcs: "XYZ ", tags: tags)
    }

    public static func gray(curve: [UInt8]) -> [UInt8] { profile("GRAY", pcs: "XYZ ", tags: [("kTRC", curve), white]) }

    /// Inks to lightness by a table of two steps each: every ink takes a fourth of the light, and there is no color.
    public static func cmyk() -> [UInt8] {
        var table = name("mft2") + number(0, 4) + [4, 3, 2, 0]
        for entry in [1.0, 0, 0, 0, 1, 0, 0, 0, 1] { table += fixed(entry) }
        table += number(2, 2) + number(2, 2)  // entries of the curves before and after
        for _ in 0..<4 { table += number(0, 2) + number(65_535, 2) }
        for inks in 0..<16 {
            table += number(65_280 * (4 - inks.nonzeroBitCount) / 4, 2) + number(32_768, 2) + number(32_768, 2)
        }
        for _ in 0..<3 { table += number(0, 2) + number(65_535, 2) }
        return profile("CMYK", pcs: "Lab ", kind: "prtr", tags: [("A2B0", table), ("A2B1", table), white])
    }

    public static let p3 = [0.5151, 0.2412, -0.0011, 0.2919, 0.6922, 0.0419, 0.1572, 0.0666, 0.7841]
    public static let adobe = [0.6097, 0.3111, 0.0195, 0.2053, 0.6257, 0.0609, 0.1492, 0.0632, 0.7446]
    public static let sRGB = [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141]

    public static func gamma(_ value: Double) -> [UInt8] {
        name("curv") + number(0, 4) + number(1, 4) + number(Int((value * 256).rounded()), 2) + [0, 0]
    }
    public static var sRGBCurve: [UInt8] {
        name("para") + number(0, 4) + number(3, 2) + number(0, 2)
            + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    }
    public static var sRGBTable: [UInt8] {
        name("curv") + number(0, 4) + number(1024, 4)
            + (0..<1024).flatMap { number(Int((light(of: Double($0) / 1023) * 65_535).rounded()), 2) }
    }

    // MARK: -

    /// Light of a value, by the curve of sRGB (IEC 61966-2-1).
    private static func light(of value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static let white = ("wtpt", xyz([0.9642, 1, 0.8249]))

    private static func profile(
        _ space: String, pcs: String, kind: String = "mntr", tags: [(String, [UInt8])]
    ) -> [UInt8] {
        var (table, data) = (number(tags.count, 4), [UInt8]())
        for (tag, content) in tags {
            let start = 132 + 12 * tags.count + data.count
            table += name(tag) + number(start, 4) + number(content.count, 4)
            data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
        }
        var header = number(128 + table.count + data.count, 4) + number(0, 4) + number(0x0240_0000, 4)
        header += name(kind) + name(space) + name(pcs) + [UInt8](repeating: 0, count: 12) + name("acsp")
        header += [UInt8](repeating: 0, count: 28) + [0.9642, 1, 0.8249].flatMap(fixed)
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
    }

    private static func xyz(_ values: [Double]) -> [UInt8] { name("XYZ ") + number(0, 4) + values.flatMap(fixed) }
    private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65_536).rounded()), 4) }
    private static func name(_ text: String) -> [UInt8] { Array(text.utf8) }
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
