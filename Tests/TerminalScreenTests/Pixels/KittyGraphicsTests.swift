import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct KittyGraphicsTests {
    private let kitty = KittyGraphics()
    private let cell = PixelSize(width: 8, height: 16)

    /// Returns the text of a whole placement with the top left cell at a position.
    private func placeholders(_ id: UInt32, at origin: CellPoint, cells: CellSize) -> [UInt8] {
        (0..<cells.rows).flatMap { row -> [UInt8] in
            let text = (0..<cells.columns).map { KittyPlaceholder.text(row: UInt8(row), column: UInt8($0)) }
            let color = "\u{1B}[38;2;\(id >> 16);\(id >> 8 & 0xFF);\(id & 0xFF)m"
            let cursor = TerminalSequence.cursor(CellPoint(column: origin.column, row: origin.row + row))
            return cursor.bytes + Array((color + text.joined()).utf8)
        }
    }

    @Test(arguments: [false, true])
    func `an uploaded picture is shown by its placeholders to the pixel`(isInsideTmux: Bool) {
        let kitty = KittyGraphics(isInsideTmux: isInsideTmux)
        var terminal = ModelTerminal(size: CellSize(columns: 20, rows: 8), cell: cell)
        let picture = Bitmap.landscape(80, 64)
        let cells = CellSize(columns: 10, rows: 4)
        terminal.feed(kitty.upload(picture, id: 0x120304) + kitty.place(id: 0x120304, cells: cells))
        terminal.feed(placeholders(0x120304, at: CellPoint(column: 3, row: 2), cells: cells))
        #expect(terminal.picture(of: CellRect(column: 3, row: 2, columns: 10, rows: 4)) == picture)
        #expect(terminal.memory == 3 * 80 * 64)
        #expect(terminal.takeReplies().isEmpty)
        // when it is deleted, its memory is free, and its cells are empty
        terminal.feed(kitty.delete(id: 0x120304))
        #expect(terminal.memory == 0)
        #expect(Set(terminal.screenshot.bytes).count == 3)
        #expect(terminal.problems.isEmpty)
    }

    @Test func `an upload is cut into chunks of 4096 bytes`() {
        let picture = Bitmap.noise(100, 50, colors: 200, seed: 3)
        let commands = kitty.upload(picture, id: 7).split(separator: 0x1B).filter { $0.starts(with: "_G".utf8) }
        #expect(commands.count > 1)
        for (index, command) in commands.enumerated() {
            let parts = command.split(separator: UInt8(ascii: ";"))
            let more = index < commands.count - 1 ? 1 : 0
            #expect(
                String(decoding: parts[0], as: UTF8.self)
                    == (index == 0 ? "_Ga=t,f=24,o=z,s=100,v=50,i=7,q=2,m=\(more)" : "_Gq=2,m=\(more)"))
            #expect(more == 1 ? parts[1].count == 4096 : parts[1].count <= 4096)
        }
    }

    @Test func `the sequences are those of the protocol`() {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        let cells = CellSize(columns: 4, rows: 2)
        #expect(text(kitty.place(id: 9, cells: cells)) == "\u{1B}_Ga=p,U=1,i=9,c=4,r=2,q=2\u{1B}\\")
        #expect(text(kitty.delete(id: 9)) == "\u{1B}_Ga=d,d=I,i=9,q=2\u{1B}\\")
        #expect(text(kitty.delete(ids: 3...9)) == "\u{1B}_Ga=d,d=R,x=3,y=9,q=2\u{1B}\\")
        #expect(text(kitty.query()) == "\u{1B}_Ga=q,f=24,s=1,v=1,i=16777215;AAAA\u{1B}\\")
        #expect(
            text(KittyGraphics(isInsideTmux: true).delete(id: 9))
                == "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d=I,i=9,q=2\u{1B}\u{1B}\\\u{1B}\\")
    }

    @Test func `an empty picture is not uploaded`() {
        #expect(kitty.upload(Bitmap(size: PixelSize(width: 0, height: 3), bytes: [], hasAlpha: false), id: 1).isEmpty)
    }

    @Test func `every row and column has the diacritic of the protocol`() {
        for number in UInt8.min...UInt8.max {
            let text = KittyPlaceholder.text(row: number, column: 255 - number)
            let scalars = text.unicodeScalars.map(\.value)
            #expect(scalars.count == 3)
            #expect(scalars[0] == 0x10EEEE)
            #expect(ModelTerminal.number(ofDiacritic: scalars[1]) == Int(number))
            #expect(ModelTerminal.number(ofDiacritic: scalars[2]) == 255 - Int(number))
            let bytes = [UInt8](unsafeUninitializedCapacity: 24) { buffer, count in
                guard let start = buffer.baseAddress else { return }
                var out = ByteCursor(start)
                out.putPlaceholder(of: Cell(placeholderOf: 1, column: 255 - Int(number), row: Int(number)))
                count = UnsafeMutableRawPointer(start).distance(to: out.next)
            }
            #expect(bytes == Array(text.utf8))
        }
    }

    @Test func `the reply to the query says that the terminal takes pictures`() {
        var terminal = ModelTerminal(size: CellSize(columns: 10, rows: 4), cell: cell)
        var (decoder, facts) = (KeyDecoder(), TerminalCapabilities())
        terminal.feed(kitty.query())
        for case .reply(let reply) in decoder.decode(terminal.takeReplies()) { facts.adopt(reply) }
        #expect(facts.acceptsKittyPictures == true)
        #expect(terminal.images.isEmpty)
    }
}

extension KittyPlaceholder {
    /// Returns the placeholder with the diacritics of a row and a column of its picture, both 0 to 255.
    static func text(row: UInt8, column: UInt8) -> String {
        let scalars = [Cell.placeholder, UInt32(diacritics[Int(row)]), UInt32(diacritics[Int(column)])]
        return String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
    }
}
