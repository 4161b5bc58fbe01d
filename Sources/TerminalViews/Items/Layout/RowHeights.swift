/// The heights of the rows of a section, in order.
///
/// Adjacent rows of equal height form a run. The runs are nodes of a treap (Seidel and Aragon 1996, "Randomized search
/// trees") that is ordered by position: a million rows of one height are one node, and finding, measuring, inserting
/// and removing take O(log runs) expected, whatever the number of rows. A value.
struct RowHeights {
    struct Height: Hashable {
        /// Number of lines; at least one.
        var lines: Int
        /// Whether the height is measured; if not, it is an estimate.
        var isMeasured: Bool
    }

    private struct Node {
        var height: Height
        var count: Int
        let priority: UInt64
        var left = -1
        var right = -1
        /// Sums over the node and its descendants.
        var totalCount: Int
        var totalLines: Int
    }

    private var nodes: [Node] = []
    private var unused: [Int] = []
    private var root = -1
    private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

    init(count: Int = 0, height: Height = Height(lines: 1, isMeasured: false)) {
        replaceSubrange(0..<0, with: count, of: height)
    }

    var count: Int { root < 0 ? 0 : nodes[root].totalCount }
    var totalLines: Int { root < 0 ? 0 : nodes[root].totalLines }
    var runCount: Int { nodes.count - unused.count }

    // MARK: - Lookup

    /// The height of a row, which must exist.
    subscript(row: Int) -> Height {
        get { nodes[find(row: row).node].height }
        set { if newValue != self[row] { replaceSubrange(row..<row + 1, with: 1, of: newValue) } }
    }

    /// Returns the number of lines above a row; the number of all lines if there is no such row.
    func lines(before row: Int) -> Int {
        guard row < count else { return totalLines }
        let found = find(row: row)
        return found.line + (row - found.firstRow) * nodes[found.node].height.lines
    }

    /// Returns the row that contains a line; `count` for lines after the last.
    func row(atLine line: Int) -> Int {
        guard line < totalLines else { return count }
        var (node, row, rest) = (root, 0, max(0, line))
        while true {
            let left = nodes[node].left
            let linesBefore = left < 0 ? 0 : nodes[left].totalLines
            if rest < linesBefore {
                node = left
                continue
            }
            rest -= linesBefore
            row += left < 0 ? 0 : nodes[left].totalCount
            let (count, lines) = (nodes[node].count, nodes[node].height.lines)
            if rest < count * lines { return row + rest / lines }
            rest -= count * lines
            row += count
            node = nodes[node].right
        }
    }

    private func find(row: Int) -> (node: Int, firstRow: Int, line: Int) {
        precondition(row >= 0 && row < count, "there are \(count) rows, not \(row + 1)")
        var (node, firstRow, line) = (root, 0, 0)
        while true {
            let left = nodes[node].left
            let before = firstRow + (left < 0 ? 0 : nodes[left].totalCount)
            if row < before {
                node = left
                continue
            }
            firstRow = before
            line += left < 0 ? 0 : nodes[left].totalLines
            if row < firstRow + nodes[node].count { return (node, firstRow, line) }
            firstRow += nodes[node].count
            line += nodes[node].count * nodes[node].height.lines
            node = nodes[node].right
        }
    }

    /// The depth of the tree, which bounds the cost of a lookup.
    var depth: Int {
        func depth(_ node: Int) -> Int { node < 0 ? 0 : 1 + max(depth(nodes[node].left), depth(nodes[node].right)) }
        return depth(root)
    }

    // MARK: - Changing

    /// Replaces rows by `count` rows of one height.
    mutating func replaceSubrange(_ rows: Range<Int>, with count: Int, of height: Height) {
        let height = Height(lines: max(1, height.lines), isMeasured: height.isMeasured)
        let (before, rest) = split(root, at: rows.lowerBound)
        let (removed, after) = split(rest, at: rows.count)
        release(removed)
        let joined = count > 0 ? join(before, makeNode(height, count)) : before
        root = join(joined, after)
    }

    /// Concatenates two trees; runs of equal height that meet are merged.
    private mutating func join(_ left: Int, _ right: Int) -> Int {
        guard left >= 0, right >= 0 else { return max(left, right) }
        var last = left
        while nodes[last].right >= 0 { last = nodes[last].right }
        var first = right
        while nodes[first].left >= 0 { first = nodes[first].left }
        guard nodes[last].height == nodes[first].height else { return merge(left, right) }
        let (run, rest) = split(right, at: nodes[first].count)
        extendLast(of: left, by: nodes[run].count)
        release(run)
        return merge(left, rest)
    }

    private mutating func extendLast(of tree: Int, by count: Int) {
        if nodes[tree].right >= 0 {
            extendLast(of: nodes[tree].right, by: count)
        } else {
            nodes[tree].count += count
        }
        update(tree)
    }

    private mutating func merge(_ left: Int, _ right: Int) -> Int {
        guard left >= 0, right >= 0 else { return max(left, right) }
        if nodes[left].priority > nodes[right].priority {
            nodes[left].right = merge(nodes[left].right, right)
            update(left)
            return left
        }
        nodes[right].left = merge(left, nodes[right].left)
        update(right)
        return right
    }

    /// Splits a tree into the first rows and the rest. A run that contains the position becomes two.
    private mutating func split(_ tree: Int, at row: Int) -> (Int, Int) {
        guard tree >= 0 else { return (-1, -1) }
        let left = nodes[tree].left
        let start = left < 0 ? 0 : nodes[left].totalCount
        if row <= start {
            let (first, second) = split(left, at: row)
            nodes[tree].left = second
            update(tree)
            return (first, tree)
        }
        let end = start + nodes[tree].count
        if row >= end {
            let (first, second) = split(nodes[tree].right, at: row - end)
            nodes[tree].right = first
            update(tree)
            return (tree, second)
        }
        // the tail gets a priority of its own, or a run that is split again and again would become a list
        let tail = merge(makeNode(nodes[tree].height, end - row), nodes[tree].right)
        nodes[tree].count = row - start
        nodes[tree].right = -1
        update(tree)
        return (tree, tail)
    }

    // MARK: - Nodes

    private mutating func makeNode(_ height: Height, _ count: Int) -> Int {
        random ^= random << 13  // xorshift64, Marsaglia 2003
        random ^= random >> 7
        random ^= random << 17
        let node = Node(
            height: height, count: count, priority: random, totalCount: count, totalLines: count * height.lines)
        if let index = unused.popLast() {
            nodes[index] = node
            return index
        }
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func release(_ tree: Int) {
        guard tree >= 0 else { return }
        release(nodes[tree].left)
        release(nodes[tree].right)
        unused.append(tree)
    }

    private mutating func update(_ index: Int) {
        var (count, lines) = (nodes[index].count, nodes[index].count * nodes[index].height.lines)
        for child in [nodes[index].left, nodes[index].right] where child >= 0 {
            count += nodes[child].totalCount
            lines += nodes[child].totalLines
        }
        nodes[index].totalCount = count
        nodes[index].totalLines = lines
    }
}
