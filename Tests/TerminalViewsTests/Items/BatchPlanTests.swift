import FoundationEssentials
import TestSupport
import Testing

@testable import TerminalViews

/// Lists of named items with random changes, applied both at once and one by one.
struct BatchModel {
    var sections: [[Int]]
    private(set) var nextID: Int

    init(sections: [[Int]]) {
        self.sections = sections
        nextID = (sections.joined().max() ?? -1) + 1
    }

    func path(of id: Int) -> ItemPath? {
        for (section, ids) in sections.enumerated() {
            if let item = ids.firstIndex(of: id) { return ItemPath(section: section, item: item) }
        }
        return nil
    }

    /// Makes random changes of items, and sometimes of sections, and returns their description.
    mutating func change(using random: inout SeededGenerator) -> BatchUpdates {
        var updates = BatchUpdates()
        if Int.random(in: 0..<4, using: &random) == 0 {
            changeSections(&updates, using: &random)
        } else {
            changeItems(&updates, using: &random)
        }
        return updates
    }

    private mutating func changeItems(_ updates: inout BatchUpdates, using random: inout SeededGenerator) {
        var paths = sections.enumerated().flatMap { section, ids in
            ids.indices.map { ItemPath(section: section, item: $0) }
        }
        paths.shuffle(using: &random)
        let leaving = paths.prefix(Int.random(in: 0...3, using: &random))
        let moving = paths.dropFirst(leaving.count).prefix(Int.random(in: 0...3, using: &random))
        let reloading = paths.dropFirst(leaving.count + moving.count).prefix(Int.random(in: 0...2, using: &random))
        let movingIDs = moving.map { sections[$0.section][$0.item] }
        let gone = Set(leaving.map { sections[$0.section][$0.item] } + movingIDs)
        for index in sections.indices { sections[index].removeAll(where: gone.contains) }
        var arriving = movingIDs
        for _ in 0..<Int.random(in: 0...3, using: &random) where !sections.isEmpty {
            arriving.append(nextID)
            nextID += 1
        }
        for id in arriving {
            let section = Int.random(in: 0..<sections.count, using: &random)
            sections[section].insert(id, at: Int.random(in: 0...sections[section].count, using: &random))
        }
        let departure = ItemAnimation.allCases.randomElement(using: &random) ?? .none
        updates.delete(leaving.map(\.indexPath), with: departure)
        updates.reload(reloading.map(\.indexPath), with: ItemAnimation.allCases.randomElement(using: &random) ?? .none)
        let filling = paths.dropFirst(leaving.count + reloading.count + moving.count) + moving
        updates.reconfigure(filling.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map(\.indexPath))
        for (from, id) in zip(moving, movingIDs) {
            if let to = path(of: id) { updates.move(from.indexPath, to: to.indexPath) }
        }
        let animation = ItemAnimation.allCases.randomElement(using: &random) ?? .none
        updates.insert(arriving.dropFirst(movingIDs.count).compactMap(path).map(\.indexPath), with: animation)
    }

    private mutating func changeSections(_ updates: inout BatchUpdates, using random: inout SeededGenerator) {
        var indices = Array(sections.indices)
        indices.shuffle(using: &random)
        let deleted = indices.prefix(Int.random(in: 0...1, using: &random))
        let moved = indices.dropFirst(deleted.count).prefix(Int.random(in: 0...2, using: &random))
        let moving = moved.map { sections[$0] }
        // A leading mark identifies a section, which may be empty.
        var marked = sections.enumerated().filter { !deleted.contains($0.offset) && !moved.contains($0.offset) }
            .map { (mark: $0.offset, ids: $0.element) }
        for (mark, ids) in zip(moved, moving) {
            marked.insert((mark, ids), at: Int.random(in: 0...marked.count, using: &random))
        }
        if Bool.random(using: &random) {
            let ids = (0..<Int.random(in: 0...4, using: &random)).map { $0 + nextID }
            nextID += ids.count
            marked.insert((-1, ids), at: Int.random(in: 0...marked.count, using: &random))
        }
        sections = marked.map(\.ids)
        updates.deleteSections(Array(deleted), with: ItemAnimation.allCases.randomElement(using: &random) ?? .none)
        for mark in moved {
            if let to = marked.firstIndex(where: { $0.mark == mark }) { updates.moveSection(mark, to: to) }
        }
        updates.insertSections(marked.indices.filter { marked[$0].mark < 0 })
    }
}

@Suite(.endsInTime) struct BatchPlanTests {
    private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(row: item, section: section) }

    private func error(
        before: [Int], after: [Int], _ collect: (inout BatchUpdates) -> Void
    ) -> BatchUpdateError? {
        var updates = BatchUpdates()
        collect(&updates)
        do throws(BatchUpdateError) {
            _ = try BatchPlan(updates, before: before, after: after)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 1...400 as ClosedRange<UInt64>)
    func `every item is found at its new position`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var next = 0
        var model = BatchModel(
            sections: (0..<Int.random(in: 0...4, using: &random)).map { _ in
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    next += 1
                    return next
                }
            })
        for _ in 0..<5 {
            let old = model
            let updates = model.change(using: &random)
            let plan = try BatchPlan(
                updates, before: old.sections.map(\.count), after: model.sections.map(\.count))
            for (section, ids) in old.sections.enumerated() {
                for (item, id) in ids.enumerated() {
                    #expect(
                        plan.newPath(of: ItemPath(section: section, item: item)) == model.path(of: id), "seed \(seed)")
                }
            }
            for (section, ids) in model.sections.enumerated() {
                for (item, id) in ids.enumerated() {
                    #expect(
                        plan.oldPath(of: ItemPath(section: section, item: item)) == old.path(of: id), "seed \(seed)")
                }
            }
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `measured heights move with their rows`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var model = BatchModel(sections: [[0, 1, 2, 3, 4], [5, 6, 7], []])
        func lines(_ id: Int) -> Int { 1 + id % 5 }
        func sections() -> [SectionLines.Section] {
            model.sections.map { SectionLines.Section(header: 1, itemCount: $0.count) }
        }
        var layout = TableLayout(columns: 10, rowHeight: 9, sections: sections())
        for _ in 0..<6 {
            for id in model.sections.joined() {
                if let path = model.path(of: id) { layout.setHeight(lines(id), of: path) }
            }
            let old = model
            let updates = model.change(using: &random)
            let plan = try BatchPlan(updates, before: old.sections.map(\.count), after: model.sections.map(\.count))
            layout = layout.applying(plan, sections: sections())
            let known = Set(old.sections.joined())
            for id in model.sections.joined() {
                guard let path = model.path(of: id) else { continue }
                let isKept = known.contains(id) && !(old.path(of: id).map(plan.reloadedItems.contains) ?? false)
                #expect(layout.isMeasured(path) == isKept, "seed \(seed)")
                #expect(layout.frame(of: path).size.rows == (isKept ? lines(id) : 9), "seed \(seed)")
            }
        }
    }

    // MARK: - Invalid updates

    @Test func `wrong counts have an error with a description`() {
        let wrong = error(before: [3, 5], after: [3, 5]) { $0.insert([path(1, 0)]) }
        #expect(wrong == .wrongItemCount(section: 1, before: 5, removed: 0, added: 1, after: 5))
        #expect(
            wrong?.description
                == "section 1 had 5 items, 0 were taken out and 1 put in, but the data source has 5")
        #expect(
            error(before: [3], after: [3]) { $0.delete([path(0, 0)]) }
                == .wrongItemCount(section: 0, before: 3, removed: 1, added: 0, after: 3))
        #expect(
            error(before: [3, 5], after: [3]) { _ in }
                == .wrongSectionCount(before: 2, deleted: 0, inserted: 0, after: 1))
        #expect(
            error(before: [1], after: [1, 2]) { $0.insertSections([0, 1]) }
                == .wrongSectionCount(before: 1, deleted: 0, inserted: 2, after: 2))
    }

    @Test func `missing index paths are named`() {
        #expect(error(before: [3], after: [2]) { $0.delete([path(0, 3)]) } == .noSuchItem(path(0, 3)))
        #expect(error(before: [3], after: [2]) { $0.delete([path(1, 0)]) } == .noSuchItem(path(1, 0)))
        #expect(error(before: [3], after: [4]) { $0.insert([path(0, -1)]) } == .noSuchItem(path(0, -1)))
        #expect(error(before: [3], after: [4]) { $0.insert([path(0, 4)]) } == .noSuchItem(path(0, 4)))
        #expect(error(before: [3], after: [3]) { $0.reload([path(0, 3)]) } == .noSuchItem(path(0, 3)))
        #expect(error(before: [3], after: []) { $0.deleteSections([1]) } == .noSuchSection(1))
        #expect(error(before: [3], after: [3]) { $0.moveSection(0, to: 1) } == .noSuchSection(1))
        #expect(error(before: [3], after: [3]) { $0.reconfigure([path(0, 3)]) } == .noSuchItem(path(0, 3)))
        let odd = IndexPath(indexes: [1, 2, 3])
        #expect(error(before: [3], after: [3]) { $0.reload([odd]) } == .malformedPath(odd))
    }

    @Test func `an index path is changed once`() {
        #expect(error(before: [3], after: [1]) { $0.delete([path(0, 1), path(0, 1)]) } == .namedTwice(path(0, 1)))
        #expect(
            error(before: [3], after: [2]) {
                $0.delete([path(0, 1)])
                $0.reload([path(0, 1)])
            } == .namedTwice(path(0, 1)))
        #expect(
            error(before: [3], after: [4]) {
                $0.insert([path(0, 1)])
                $0.move(path(0, 0), to: path(0, 1))
            } == .namedTwice(path(0, 1)))
        #expect(
            error(before: [3], after: []) {
                $0.deleteSections([0])
                $0.reloadSections([0])
            } == .sectionNamedTwice(0))
    }

    @Test func `a reconfigured item is neither deleted nor reloaded, but may move`() {
        func error(_ collect: (inout BatchUpdates) -> Void) -> BatchUpdateError? {
            self.error(before: [3], after: [3]) {
                $0.reconfigure([path(0, 1)])
                collect(&$0)
            }
        }
        #expect(error { $0.delete([path(0, 1)]) } == .namedTwice(path(0, 1)))
        #expect(error { $0.reload([path(0, 1)]) } == .namedTwice(path(0, 1)))
        #expect(error { $0.reconfigure([path(0, 1)]) } == .namedTwice(path(0, 1)))
        #expect(error { $0.move(path(0, 1), to: path(0, 2)) } == nil)
        #expect(error { $0.reloadSections([0]) } == nil)
    }

    @Test func `items of a deleted or reloaded section may be deleted too, and its count is not checked`() {
        #expect(
            error(before: [3, 2], after: [2]) {
                $0.deleteSections([0])
                $0.delete([path(0, 1)])
            } == nil)
        #expect(error(before: [3], after: [9]) { $0.reloadSections([0]) } == nil)
        #expect(error(before: [], after: [9]) { $0.insertSections([0]) } == nil)
    }

    @Test func `an item may move out of a deleted section`() throws {
        var updates = BatchUpdates()
        updates.deleteSections([0])
        updates.move(path(0, 1), to: path(0, 0))
        let plan = try BatchPlan(updates, before: [3, 2], after: [3])
        #expect(plan.newPath(of: ItemPath(section: 0, item: 1)) == ItemPath(section: 0, item: 0))
        #expect(plan.newPath(of: ItemPath(section: 1, item: 0)) == ItemPath(section: 0, item: 1))
        #expect(plan.newPath(of: ItemPath(section: 0, item: 0)) == nil)
    }
}
