/// The loads of a waterfall in groups between which nothing was under way, on a time axis that leaves the idle time out.
///
/// A value without I/O.
struct ActiveTime {
    struct Group {
        /// Seconds without a load before this group that are left out; 0 for the first group.
        let idle: Double
        /// The loads, moved to begin where the group before ended.
        var loads: [TracedLoad]
    }

    private(set) var groups: [Group] = []

    /// Creates the groups of loads, in the order of their beginnings. Less idle time than ``WaterfallWindow/pause`` stays.
    init(_ loads: [TracedLoad]) {
        var leftOut = 0.0
        var end = -Double.infinity
        for load in loads.sorted(by: { $0.begun < $1.begun }) {
            let idle = load.begun - end
            if groups.isEmpty {
                groups.append(Group(idle: 0, loads: []))
            } else if idle > WaterfallWindow.pause {
                leftOut += idle
                groups.append(Group(idle: idle, loads: []))
            }
            end = max(end, load.ended)
            groups[groups.count - 1].loads.append(load.moved(by: -leftOut))
        }
    }
}
