/// A named function that takes one sample, in seconds.
struct Subject {
    let name: String
    let sample: @MainActor () throws -> Double
}

/// Measures several subjects in turn (A B C, B C A, …), so that other activity of the machine affects all equally.
@MainActor
enum Rounds {
    /// Returns `count` samples of each subject, in the order of the subjects. A first round warms up and is discarded.
    static func times(_ count: Int, _ subjects: [Subject]) throws -> [Measurement] {
        for subject in subjects { _ = try subject.sample() }
        var samples: [[Double]] = subjects.map { _ in [] }
        for round in 0..<count {
            for place in subjects.indices {
                let index = (round + place) % subjects.count
                samples[index].append(try subjects[index].sample())
            }
        }
        return samples.map { Measurement($0, .seconds) }
    }
}
