import FoundationEssentials
import TestSupport
import Testing

/// The PNG test suite of Willem van Schaik, in the folder of this name.
enum PNGSuite {
    typealias File = (name: String, bytes: [UInt8])

    /// Returns the files that are valid, by name.
    static func valid() throws -> [File] { try sums.keys.sorted().map { ($0, try bytes(of: $0)) } }

    /// Returns the files that are broken on purpose, by name.
    static func broken() throws -> [File] { try brokenNames.map { ($0, try bytes(of: $0)) } }

    private static func bytes(of name: String) throws -> [UInt8] {
        let path = "Tests/ImageCodingTests/PNGSuite/\(name).png"
        let data = try #require(FileManager.default.contents(atPath: Document.root + "/" + path), "there is no \(path)")
        return Array(data)
    }

    /// Returns the chunks of a file, with their lengths and checksums.
    static func chunks(of file: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        var chunks: [(String, [UInt8])] = []
        var place = 8
        while place + 12 <= file.count {
            let end = place + 12 + file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            chunks.append((String(decoding: file[place + 4..<place + 8], as: UTF8.self), Array(file[place..<end])))
            place = end
        }
        return chunks
    }

    /// Returns a file without the chunks that say what its colors mean.
    static func plain(_ file: [UInt8]) -> [UInt8] {
        // a lower-case first letter marks chunks that are not needed for drawing, but transparency is needed
        Array(file[..<8])
            + chunks(of: file).filter { $0.name.first?.isUppercase == true || $0.name == "tRNS" }.flatMap(\.bytes)
    }

    /// The file whose pixels have a wrong checksum.
    static func unchecked() throws -> File { ("xcsn0g01", try bytes(of: "xcsn0g01")) }

    /// Files with a wrong signature, header, checksum of the header or sample format, or without pixels.
    private static let brokenNames = [
        "xc1n0g08", "xc9n2c08", "xcrn0g04", "xd0n2c08", "xd3n2c08", "xd9n2c08", "xdtn0g01", "xhdn0g08", "xlfn0g04",
        "xs1n0g01", "xs2n0g01", "xs4n0g01", "xs7n0g01",
    ]

    /// Adler-32 of the RGBA bytes of each valid file, with transparent pixels black, by a decoder in thirty lines of
    /// Python, which ignores what files say about the meaning of colors.
    static let sums: [String: UInt32] = [
        "basi0g01": 1_756_615_340, "basi0g02": 3_114_989_192, "basi0g04": 2_992_410_760, "basi0g08": 2_609_311_904,
        "basi0g16": 2_736_634_512, "basi2c08": 2_469_655_477, "basi2c16": 1_687_201_723, "basi3p01": 1_496_852_646,
        "basi3p02": 1_109_587_833, "basi3p04": 1_591_870_295, "basi3p08": 2_846_553_288, "basi4a08": 3_397_501_255,
        "basi4a16": 1_243_902_467, "basi6a08": 3_218_462_390, "basi6a16": 1_573_494_655, "basn0g01": 1_756_615_340,
        "basn0g02": 3_114_989_192, "basn0g04": 2_992_410_760, "basn0g08": 2_609_311_904, "basn0g16": 2_736_634_512,
        "basn2c08": 2_469_655_477, "basn2c16": 1_687_201_723, "basn3p01": 1_496_852_646, "basn3p02": 1_109_587_833,
        "basn3p04": 1_591_870_295, "basn3p08": 2_846_553_288, "basn4a08": 3_397_501_255, "basn4a16": 1_243_902_467,
        "basn6a08": 3_218_462_390, "basn6a16": 1_573_494_655, "bgai4a08": 3_397_501_255, "bgai4a16": 1_243_902_467,
        "bgan6a08": 3_218_462_390, "bgan6a16": 1_573_494_655, "bgbn4a08": 3_397_501_255, "bggn4a16": 1_243_902_467,
        "bgwn6a08": 3_218_462_390, "bgyn6a16": 1_573_494_655, "ccwn2c08": 1_655_413_807, "ccwn3p08": 994_811_421,
        "cdfn2c08": 1_751_539_917, "cdhn2c08": 3_111_477_351, "cdsn2c08": 1_940_428_785, "cdun2c08": 3_032_646_124,
        "ch1n3p04": 1_591_870_295, "ch2n3p08": 2_846_553_288, "cm0n0g04": 55_868_642, "cm7n0g04": 55_868_642,
        "cm9n0g04": 55_868_642, "cs3n2c16": 3_526_030_984, "cs3n3p08": 3_933_861_512, "cs5n2c08": 3_619_157_640,
        "cs5n3p08": 3_619_157_640, "cs8n2c08": 3_535_664_776, "cs8n3p08": 3_535_664_776, "ct0n0g04": 55_868_642,
        "ct1n0g04": 55_868_642, "cten0g04": 3_552_227_432, "ctfn0g04": 88_648_200, "ctgn0g04": 2_489_952_776,
        "cthn0g04": 1_472_115_608, "ctjn0g04": 4_009_731_800, "ctzn0g04": 55_868_642, "f00n0g08": 2_687_523_680,
        "f00n2c08": 754_186_390, "f01n0g08": 4_169_953, "f01n2c08": 3_875_747_107, "f02n0g08": 863_666_169,
        "f02n2c08": 2_739_672_403, "f03n0g08": 3_533_403_297, "f03n2c08": 643_304_381, "f04n0g08": 1_048_944_298,
        "f04n2c08": 1_336_752_091, "f99n0g04": 1_890_966_180, "g03n0g16": 890_434_900, "g03n2c08": 1_059_604_344,
        "g03n3p04": 1_666_923_474, "g04n0g16": 205_359_177, "g04n2c08": 2_290_423_420, "g04n3p04": 315_494_047,
        "g05n0g16": 2_470_061_502, "g05n2c08": 4_209_373_151, "g05n3p04": 590_539_331, "g07n0g16": 182_494_680,
        "g07n2c08": 1_879_488_177, "g07n3p04": 3_952_259_387, "g10n0g16": 3_807_234_554, "g10n2c08": 2_566_412_502,
        "g10n3p04": 2_031_176_853, "g25n0g16": 1_868_998_440, "g25n2c08": 66_742_358, "g25n3p04": 884_488_826,
        "oi1n0g16": 2_736_634_512, "oi1n2c16": 1_687_201_723, "oi2n0g16": 2_736_634_512, "oi2n2c16": 1_687_201_723,
        "oi4n0g16": 2_736_634_512, "oi4n2c16": 1_687_201_723, "oi9n0g16": 2_736_634_512, "oi9n2c16": 1_687_201_723,
        "pp0n2c16": 1_687_201_723, "pp0n6a08": 2_332_993_815, "ps1n0g08": 2_609_311_904, "ps1n2c16": 1_687_201_723,
        "ps2n0g08": 2_609_311_904, "ps2n2c16": 1_687_201_723, "s01i3p01": 50_397_695, "s01n3p01": 50_397_695,
        "s02i3p01": 1_605_372_917, "s02n3p01": 1_605_372_917, "s03i3p01": 1_287_852_646, "s03n3p01": 1_287_852_646,
        "s04i3p01": 3_530_501_553, "s04n3p01": 3_530_501_553, "s05i3p02": 3_059_496_582, "s05n3p02": 3_059_496_582,
        "s06i3p02": 1_735_483_705, "s06n3p02": 1_735_483_705, "s07i3p02": 1_848_275_326, "s07n3p02": 1_848_275_326,
        "s08i3p02": 1_780_852_365, "s08n3p02": 1_780_852_365, "s09i3p02": 3_560_423_471, "s09n3p02": 3_560_423_471,
        "s32i3p04": 1_468_336_230, "s32n3p04": 1_468_336_230, "s33i3p04": 4_262_106_074, "s33n3p04": 4_262_106_074,
        "s34i3p04": 4_259_534_765, "s34n3p04": 4_259_534_765, "s35i3p04": 721_678_186, "s35n3p04": 721_678_186,
        "s36i3p04": 3_513_094_444, "s36n3p04": 3_513_094_444, "s37i3p04": 1_790_141_900, "s37n3p04": 1_790_141_900,
        "s38i3p04": 1_972_106_097, "s38n3p04": 1_972_106_097, "s39i3p04": 38_258_280, "s39n3p04": 38_258_280,
        "s40i3p04": 3_108_013_869, "s40n3p04": 3_108_013_869, "tbbn0g04": 4_098_478_082, "tbbn2c16": 804_121_425,
        "tbbn3p08": 2_961_827_489, "tbgn2c16": 804_121_425, "tbgn3p08": 2_961_827_489, "tbrn2c08": 804_121_425,
        "tbwn0g16": 846_723_988, "tbwn3p08": 2_961_827_489, "tbyn3p08": 2_961_827_489, "tm3n3p02": 3_104_504_637,
        "tp0n0g08": 663_380_299, "tp0n2c08": 3_562_164_488, "tp0n3p08": 2_284_605_524, "tp1n3p08": 2_961_827_489,
        "z00n2c08": 1_687_201_723, "z03n2c08": 1_687_201_723, "z06n2c08": 1_687_201_723, "z09n2c08": 1_687_201_723,
    ]
}

extension Sequence<UInt8> {
    /// The checksum of RFC 1950.
    var adler32: UInt32 {
        let (a, b) = reduce((UInt32(1), UInt32(0))) { sums, byte in
            let a = (sums.0 + UInt32(byte)) % 65_521
            return (a, (sums.1 + a) % 65_521)
        }
        return b << 16 | a
    }
}
