import Basis
import Transfer

extension ImageDownloader {
    /// Lets a download wait for its turn, which may come before this returns.
    func enqueue(_ job: DownloadJob) {
        state.withLock { state in
            guard !job.isEnded else { return }
            state.jobs[job.id] = job
            state.queue.enter(
                job.id, host: job.host, priority: job.priority, continuesInBackground: job.continuesInBackground)
        }
        startNext()
    }

    /// Gives a place back, in the queue or under way. A download that ended is forgotten.
    func leave(_ job: DownloadJob) {
        state.withLock { state in
            state.queue.leave(job.id)
            if job.isEnded { state.jobs[job.id] = nil }
        }
        startNext()
    }

    func setPriority(_ priority: ImagePriority, of job: DownloadJob) {
        state.withLock { $0.queue.setPriority(priority, of: job.id) }
        startNext()
    }

    /// Starts whoever may start.
    ///
    /// One thread at a time does this, in a loop: a download that ends at once would otherwise start the next from inside
    /// its own start, and ten thousand of them would need as deep a stack. Whoever finds a thread at it may leave, because
    /// that one looks again before it stops.
    func startNext() {
        let isAlone = state.withLock { state in
            defer { state.isStarting = true }
            return !state.isStarting
        }
        guard isAlone else { return }
        while let job = takeNext() { job.begin() }
    }

    /// `nil` ends the loop of `startNext`, under the same lock under which nobody was found.
    private func takeNext() -> DownloadJob? {
        let (job, wait): (DownloadJob?, Duration?) = state.withLock { state in
            while true {
                switch state.queue.next(at: time.now) {
                case .start(let id):
                    guard let job = state.jobs[id] else {  // it cannot be: who enters is there until it leaves
                        state.queue.leave(id)
                        continue
                    }
                    return (job, nil)
                case .later(let wait):
                    state.isStarting = false
                    guard !state.isTimerSet else { return (nil, nil) }
                    state.isTimerSet = true
                    return (nil, wait)
                case .nobody:
                    state.isStarting = false
                    return (nil, nil)
                }
            }
        }
        if let wait {
            timers.run(after: wait) { [weak self] in
                self?.state.withLock { $0.isTimerSet = false }
                self?.startNext()
            }
        }
        return job
    }

    /// The pause before another attempt; `nil`: the error is the end.
    func pause(after error: ImageError, failures: Int, response: TransferResponse?) -> Duration? {
        state.withLock { state in
            state.configuration.retry.delay(
                after: error, failures: failures, response: response, date: time.secondsSince1970,
                using: &state.jitter)
        }
    }
}

/// Random numbers from a seed (SplitMix64; Steele, Lea and Flood, 2014).
struct Jitter: RandomNumberGenerator {
    private var position: UInt64

    init(seed: UInt64) { position = seed }

    mutating func next() -> UInt64 {
        position &+= 0x9E37_79B9_7F4A_7C15
        var value = position
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
