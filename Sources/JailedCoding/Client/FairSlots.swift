import Dispatch
import HalftoneCore
import ImageCoding

/// A semaphore for work that blocks its thread: slots are passed on in the order of the requests. Safe to use from any
/// thread.
final class FairSlots: Sendable {
    private struct State {
        var free: Int
        /// The waiting threads, the one that has waited longest first.
        var waiting: [DispatchSemaphore] = []
    }

    private let state: Lock<State>

    init(_ count: Int) { state = Lock(State(free: count)) }

    /// Number of threads that wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Takes a slot. Blocks until one is free, or throws if the options end the work first.
    func enter(_ options: DecodeOptions) throws(ImageCodingError) {
        let turn = DispatchSemaphore(value: 0)
        let isIn = state.withLock { state in
            if state.free == 0 { state.waiting.append(turn) } else { state.free -= 1 }
            return state.waiting.last !== turn
        }
        guard !isIn else { return }
        while turn.wait(timeout: .now() + .milliseconds(Self.millisecondsBetweenChecks)) == .timedOut {
            do throws(ImageCodingError) {
                try options.checkMayContinue()
            } catch {
                giveUp(turn)
                throw error
            }
        }
    }

    /// Returns a slot, or passes it on to the thread that has waited longest.
    func leave() {
        let next = state.withLock { state -> DispatchSemaphore? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.signal()
    }

    /// Neither a cancelled decode nor the end of its time wakes a thread.
    private static let millisecondsBetweenChecks = 10

    private func giveUp(_ turn: DispatchSemaphore) {
        let isWaiting = state.withLock { state in
            let index = state.waiting.firstIndex { $0 === turn }
            if let index { state.waiting.remove(at: index) }
            return index != nil
        }
        if !isWaiting { leave() }  // the slot has been passed on to it meanwhile
    }
}
