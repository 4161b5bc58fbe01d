import ImageLab

/// A demonstration of the Lab that checks itself: steps that the screen and the tests share. A value.
package struct LabScenario: Sendable, ScenarioWords {
    /// The name on the command line.
    package let name: String
    /// The summary, one line for the help and the manual.
    package let summary: String
    /// The supported heights of the screen: lower ones have too few cells, and on higher ones the feed has too few rows
    /// out of view.
    package static let screenRows = 15...240
    /// The feed that every scenario begins with.
    package static let initialFeed = LabFeed.steady
    let needsDiskCache: Bool
    /// Whether it needs a terminal that shows pictures pixel by pixel.
    let needsPixels: Bool
    /// The timeout of each wait, generous for a busy machine.
    var timeout: Duration
    let steps: [LabStep]

    init(
        _ name: String, _ summary: String, needsDiskCache: Bool = false, needsPixels: Bool = false,
        timeout: Duration = .seconds(60), @LabStepBuilder _ steps: () -> [LabStep]
    ) {
        (self.name, self.summary, self.timeout, self.steps) = (name, summary, timeout, steps())
        (self.needsDiskCache, self.needsPixels) = (needsDiskCache, needsPixels)
    }

    /// The texts of its captions, in order.
    var captions: [String] {
        steps.compactMap { step in
            if case .say = step.action { step.text } else { nil }
        }
    }

    /// Returns why the scenario cannot run here, and what to do, in one line; `nil` if it can.
    func refusal(rows: Int, hasDiskCache: Bool, hasPixels: Bool = true) -> String? {
        if needsDiskCache, !hasDiskCache {
            return "scenario \(name) needs the disk cache (leave out --no-cache)"
        }
        if needsPixels, !hasPixels {
            return "scenario \(name) needs a terminal that shows pixels (halftone doctor)"
        }
        let supported = Self.screenRows
        guard !supported.contains(rows) else { return nil }
        return "scenario \(name) needs a screen of \(supported.lowerBound) to \(supported.upperBound) rows; "
            + "this one has \(rows)"
    }

    /// All scenarios, in the order of the list.
    package static let all: [LabScenario] = [
        cancellation, reuse, placeholder, transition, refresh, failures, sharing, pixels,
    ]
}
