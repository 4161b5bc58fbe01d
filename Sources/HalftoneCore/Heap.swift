/// A binary min-heap: the least element is read in constant time, insertion and removal take logarithmic time.
public struct Heap<Element: Comparable> {
    private var elements: [Element] = []

    /// Creates an empty heap.
    public init() {}

    /// Number of elements.
    public var count: Int { elements.count }
    /// The least element, or `nil` if the heap is empty.
    public var least: Element? { elements.first }

    /// Inserts an element; equal elements are kept, in no particular order.
    public mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the least element, or returns `nil` if the heap is empty.
    public mutating func removeLeast() -> Element? {
        guard let least = elements.first else { return nil }
        elements.swapAt(0, elements.count - 1)
        elements.removeLast()
        sink(0)
        return least
    }

    /// Removes all elements that do not satisfy the predicate, in linear time.
    public mutating func filter(_ isWanted: (Element) -> Bool) {
        elements = elements.filter(isWanted)
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    private mutating func sink(_ index: Int) {
        var parent = index
        while true {
            var least = parent
            if 2 * parent + 1 < elements.count, elements[2 * parent + 1] < elements[least] { least = 2 * parent + 1 }
            if 2 * parent + 2 < elements.count, elements[2 * parent + 2] < elements[least] { least = 2 * parent + 2 }
            guard least != parent else { return }
            elements.swapAt(parent, least)
            parent = least
        }
    }
}

extension Heap: Sendable where Element: Sendable {}
