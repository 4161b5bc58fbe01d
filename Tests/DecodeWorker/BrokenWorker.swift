import Glibc
import JailedCoding

/// A worker that locks itself in, and does something wrong when it is given a picture.
enum BrokenWorker: String {
    // what no decoder may do
    case opensFile, connects, startsProgram, forks, signalsParent, signalsByFile, runsData, traces
    // a library whose thread does not end; a connection whose end has no signal
    case keepsThread, isUnwatched
    // how a decoder breaks
    case crashes, aborts, exits, hangs, hogs, neverReads, works, isKilled, isSignaled, sharesEnvironment
    // what a worker that foreign code has taken over may send
    case garbage, halfAnswer, endlessAnswer, hugePayload, negativePayload, wrongKind, emptyPicture, hugePicture
    case hugeVector, manyFrames, wrongPixels, chatters
    // not broken: an animation whose pixels are how often the worker has opened a picture
    case counts

    func run(_ format: String) -> Never {
        if self == .keepsThread { startThread() }
        let parent = getppid()
        let connection = dup(STDIN_FILENO)
        if self == .isUnwatched { dup2(open("/dev/null", O_RDWR), STDIN_FILENO) }
        do throws(WorkerFailure) {
            try DecodeWorker.lockIn(for: format, processorSeconds: self == .works ? 1 : 700)
        } catch {
            dup2(connection, STDIN_FILENO)
            WorkerSocket.write(error.message.bytes)
            exit(3)
        }
        close(connection)
        WorkerSocket.write(Message(.ready, payload: Array("broken".utf8)).bytes)
        if self == .neverReads { hang() }
        if self == .counts { count() }
        guard let head = WorkerSocket.read(Message.headBytes), let (_, count) = Message.parse(head: head),
            WorkerSocket.read(count) != nil
        else { exit(0) }
        misbehave(parent)
        exit(0)
    }

    private func misbehave(_ parent: pid_t) {
        switch self {
        case .opensFile: check(open("/etc/passwd", O_RDONLY) < 0)
        case .connects: _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        case .startsProgram: _ = execv("/bin/true", [strdup("true"), nil])
        case .forks:
            var id: pid_t = 0
            posix_spawn(&id, "/bin/true", nil, nil, [strdup("true"), nil], nil)
        case .signalsParent: _ = kill(parent, 0)
        case .runsData: mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        case .signalsByFile:
            // whose process is its own here, so that nothing happens if it succeeds
            check(fcntl(STDIN_FILENO, F_SETOWN, getpid()) != 0)
            check(fcntl(STDIN_FILENO, F_SETFL, O_ASYNC) != 0)
            check(fcntl(STDIN_FILENO, F_GETFL) >= 0)
        case .traces: trace()
        case .keepsThread, .isUnwatched, .counts: check(false)
        case .crashes: crash()
        case .aborts: abort()
        case .exits: break
        case .works: hang()
        case .isKilled: raise(SIGKILL)
        case .sharesEnvironment: check(getenv("PATH") == nil && getenv("HOME") != nil)
        case .hangs, .neverReads: hang()
        case .hogs: hog()
        case .garbage: WorkerSocket.write([UInt8](repeating: 0xA5, count: 4096))
        case .halfAnswer: WorkerSocket.write(Array(Message(.header).bytes.prefix(100)))
        case .endlessAnswer: while WorkerSocket.write([UInt8](repeating: 3, count: 65_536)) {}
        case .hugePayload: WorkerSocket.write(Message(.header).head(payloadBytes: 1 << 62))
        case .negativePayload: WorkerSocket.write(Message(.header).head(payloadBytes: -1))
        case .wrongKind: WorkerSocket.write(Message(.open).bytes)
        case .emptyPicture: WorkerSocket.write(header(width: 0, height: 5))
        case .hugePicture: WorkerSocket.write(header(width: 1_000_000_000, height: 1_000_000_000))
        case .hugeVector:
            let side = Int64(UInt32.max)
            WorkerSocket.write(Message(.header, [side, side, 1, 8, 0, 1, 1, side, side, 0, 0, 2, 2]).bytes)
        case .manyFrames: WorkerSocket.write(header(width: 4, height: 4, frames: 1 << 40))
        case .wrongPixels:
            WorkerSocket.write(header(width: 4, height: 4))
            _ = WorkerSocket.read(Message.headBytes)
            WorkerSocket.write(Message(.pixels, payload: [UInt8](repeating: 0, count: 63)).bytes)
            hang()
        case .isSignaled, .chatters:
            // as by a signal of its last request that comes late
            if self == .isSignaled { raise(SIGIO) }
            WorkerSocket.write(header(width: 4, height: 4))
            _ = WorkerSocket.read(Message.headBytes)
            WorkerSocket.write(Message(.pixels, payload: [UInt8](repeating: 7, count: 64)).bytes)
            if self == .chatters { WorkerSocket.write([1]) }
        }
    }

    private func count() -> Never {
        var opened: UInt8 = 0
        while let head = WorkerSocket.read(Message.headBytes), let (request, count) = Message.parse(head: head),
            WorkerSocket.read(count) != nil
        {
            if request.kind == .open {
                opened += 1
                let durations = [UInt8](repeating: 1, count: 8 * 4)
                let numbers: [Int64] = [4, 4, 1, 8, 0, 0, 1, 0, 0, 0, 4, 2, 2]
                WorkerSocket.write(Message(.header, numbers, payload: durations).bytes)
            } else {
                WorkerSocket.write(Message(.pixels, payload: [UInt8](repeating: opened, count: 64)).bytes)
            }
        }
        exit(0)
    }

    private func header(width: Int64, height: Int64, frames: Int64 = 0) -> [UInt8] {
        Message(.header, [width, height, 1, 8, 0, 0, 1, 0, 0, 0, frames, 2, 2]).bytes
    }

    /// Tells the program, by an invalid answer, if something that must not succeed has.
    private func check(_ isRefused: Bool) {
        if !isRefused { WorkerSocket.write([UInt8](repeating: 0xFF, count: Message.headBytes)) }
    }

    /// Asks to be traced. The function has a variable number of arguments, which Swift cannot call by its name.
    private func trace() {
        typealias Trace = @convention(c) (Int, Int, Int, Int) -> Int
        guard let function = dlsym(nil, "ptrace") else { return check(false) }
        _ = unsafeBitCast(function, to: Trace.self)(0, 0, 0, 0)
    }

    private func startThread() {
        var thread = pthread_t()
        pthread_create(&thread, nil, { _ in while true { pause() } }, nil)
    }

    private func crash() {
        UnsafeMutableRawPointer(bitPattern: 8)?.storeBytes(of: 1, as: Int.self)
    }

    private func hang() -> Never {
        var rounds = 0
        while true { rounds &+= 1 }
    }

    /// Takes all the address space it can have.
    private func hog() {
        for _ in 0...JailLimits.addressSpace >> 26
        where mmap(nil, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED {
            abort()
        }
        _exit(0)  // there is no limit
    }
}
