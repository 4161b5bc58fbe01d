import Testing

@testable import Pixels

@Suite(.endsInTime) struct LinearLightTests {
    @Test func everyByteSurvivesTheWayToLightAndBack() {
        for byte in UInt8.min...UInt8.max { #expect(LinearLight.byte(of: LinearLight.light(of: byte)) == byte) }
    }

    @Test func lightGrowsWithTheByteAndSpansTheWholeRange() {
        #expect(LinearLight.light(of: 0) == 0)
        #expect(LinearLight.light(of: 255) == 65_535)
        for byte in UInt8(1)...255 { #expect(LinearLight.light(of: byte) > LinearLight.light(of: byte - 1)) }
    }

    @Test func halfOfFullLightIsTheByte188() { #expect(LinearLight.byte(of: 32_768) == 188) }

    @Test func bytesOfAllLightsNeverDecrease() {
        var last: UInt8 = 0
        for light in UInt16.min...UInt16.max {
            let byte = LinearLight.byte(of: light)
            #expect(byte >= last)
            last = byte
        }
        #expect(last == 255)
    }
}
