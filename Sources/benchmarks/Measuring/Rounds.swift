/// A named function that takes one sample.
struct Subject<Sample> {
    let name: String
    let sample: @MainActor () throws -> Sample
}

/// Measures several subjects in turn (A B C, B C A, …), so that other activity of the machine affects all equally.
@MainActor
enum Rounds {
    /// Returns `count` samples of each subject, in the order of the subjects. A first round warms up and is discarded.
    static func interleave<Sample>(_ count: Int, _ subjects: [Subject<Sample>]) throws -> [[Sample]] {
        var samples: [[Sample]] = subjects.map { _ in [] }
        for subject in subjects { _ = try subject.sample() }
        for round in 0..<count {
            for place in subjects.indices {
                let index = (round + place) % subjects.count
                samples[index].append(try subjects[index].sample())
            }
        }
        return samples
    }

    /// Interleaves subjects whose samples are seconds.
    static func times(_ count: Int, _ subjects: [Subject<Double>]) throws -> [Measurement] {
        try interleave(count, subjects).map { Measurement($0, .seconds) }
    }
}
