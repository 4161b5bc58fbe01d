import CSystem
import Glibc

/// What the command line asks for.
struct Options {
    var names: [String] = []
    var runs: Int?
    /// How long what goes on for a time does so.
    var seconds = 60
    var isAgainstPeers = false
    var printsJSON = false
    var lists = false
    var showsHelp = false

    static let help = """
        benchmarks [NAME...]   measures halftone against the goals of its design, beside the peers that are installed
          --against-peers  what the printing of pictures is measured by, beside chafa, timg, jp2a and catimg: P1 to P6, P12
          --runs N             rounds of each; by default as many as it takes to be steady
          --seconds N          how long `scroll` scrolls; 60
          --json               the result as JSON
          --list               what can be measured
        Build halftone first: swift build -c release && swift run -c release benchmarks
        """

    /// Throws for what it does not know.
    init(_ arguments: [String]) throws {
        let words = CStrings(["benchmarks"] + arguments)
        let names = CStrings(["runs", "json", "list", "help", "against-peers", "seconds"])
        var table = (0..<6).map {
            option(name: names.pointers[$0], has_arg: $0 == 0 || $0 == 5 ? 1 : 0, flag: nil, val: Int32($0))
        }
        table.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        let count = words.pointers.count - 1
        var pointers = words.pointers  // getopt sorts them
        defer { withExtendedLifetime((words, names)) {} }
        halftone_restart_options()
        var index: Int32 = 0
        var value: UnsafePointer<CChar>?
        while true {
            switch halftone_next_option(Int32(count), &pointers, ":", table, &index, &value) {
            case -1:
                let operands = pointers[Int(halftone_option_index())..<count]
                self.names = operands.compactMap { $0.map { String(cString: $0) } }
                return
            case 0: runs = try Self.count(value, of: "--runs")
            case 1: printsJSON = true
            case 2: lists = true
            case 3: showsHelp = true
            case 4: isAgainstPeers = true
            case 5: seconds = try Self.count(value, of: "--seconds")
            default: throw Failure("unknown option, or one without its argument; see --help")
            }
        }
    }

    private static func count(_ value: UnsafePointer<CChar>?, of option: String) throws -> Int {
        guard let count = value.flatMap({ Int(String(cString: $0)) }), (1...10_000).contains(count) else {
            throw Failure("\(option) is a number from 1 to 10000")
        }
        return count
    }
}
