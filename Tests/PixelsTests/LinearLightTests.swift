import Testing

@testable import Pixels

@Suite(.endsInTime) struct LinearLightTests {
    @Test func `every byte survives the conversion to linear light and back`() {
        for byte in UInt8.min...UInt8.max { #expect(LinearLight.byte(of: LinearLight.light(of: byte)) == byte) }
    }

    @Test func `linear light grows with the byte and spans the whole range`() {
        #expect(LinearLight.light(of: 0) == 0)
        #expect(LinearLight.light(of: 255) == 65_535)
        for byte in UInt8(1)...255 { #expect(LinearLight.light(of: byte) > LinearLight.light(of: byte - 1)) }
    }

    @Test func `half of full light is the byte 188`() { #expect(LinearLight.byte(of: 32_768) == 188) }

    @Test func `bytes never decrease with the light`() {
        var last: UInt8 = 0
        for light in UInt16.min...UInt16.max {
            let byte = LinearLight.byte(of: light)
            #expect(byte >= last)
            last = byte
        }
        #expect(last == 255)
    }
}
