extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element satisfies a condition that all later ones satisfy, too; ``endIndex`` if there
    /// is none.
    @inlinable
    package func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
