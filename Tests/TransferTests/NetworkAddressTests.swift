import TestSupport
import Testing
import Transfer

@Suite(.endsInTime) struct NetworkAddressTests {
    @Test(arguments: [
        "127.0.0.1", "127.255.255.255", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
        "0.0.0.0", "0.1.2.3", "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1",
        "192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::1", "::", "::127.0.0.1", "fe80::1%eth0", "febf::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::8.8.8.8", "2002:7f00:1::",
        "2002:a9fe:a9fe::", "2001:db8::1", "2001::1", "2001:10::1", "3fff:fff::1", "100::1", "5f00::1", "4000::1",
        "[::1]",
    ])
    func `an address that is not of the public internet`(text: String) throws {
        #expect(try !#require(NetworkAddress(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "11.0.0.1", "126.255.255.255", "128.0.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1",
        "192.169.0.1", "100.63.0.1", "100.128.0.1", "169.253.0.1", "198.18.0.1", "198.19.255.255", "::ffff:198.18.0.1",
        "223.255.255.255",
        "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::", "2001:4860:4860::8888",
        "2001:200::1", "3ffe::1", "3fff:1000::1", "[2606:4700::1111]",
    ])
    func `an address of the public internet`(text: String) throws {
        #expect(try #require(NetworkAddress(text)).isPublic)
    }

    @Test(arguments: ["localhost", "", "1.2.3", "0x7f.0.0.1", "1.2.3.4.5", "::g", "[::1", "1.2.3.256"])
    func `a text that is no address`(text: String) { #expect(NetworkAddress(text) == nil) }

    @Test func `equal addresses are equal however they are written`() {
        #expect(NetworkAddress("FE80:0:0::1%eth0")?.description == "fe80::1")
        #expect(NetworkAddress("[2001:DB8::0:1]") == NetworkAddress("2001:db8::1"))
        #expect(NetworkAddress(bytes: [127, 0, 0, 1]) == NetworkAddress("127.0.0.1"))
        #expect(NetworkAddress(bytes: [127, 0, 0]) == nil)
        #expect(NetworkAddress("::ffff:127.0.0.1") == NetworkAddress("127.0.0.1"))
        #expect(NetworkAddress("::127.0.0.1") != NetworkAddress("127.0.0.1"))
    }
}
