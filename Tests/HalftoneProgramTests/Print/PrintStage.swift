import TestSupport

extension BlinkingGIF {
    /// Returns an animation of three frames, the second of which claims to be twice as high as it is.
    static func withDamagedFrame(loops: UInt8, hundredths: UInt8) -> [UInt8] {
        var bytes = bytes(loops: loops, hundredths: hundredths, frames: 3)
        let frame = (bytes.count - 45) / 3  // after the header, palette and loop count, before the last byte
        bytes[8] = 16
        bytes[44 + frame + 15] = 16
        return bytes
    }
}

/// What tests of `halftone print` share: a folder, pictures in it, and runs of the program.
protocol PrintStage {
    var folder: TemporaryDirectory { get }
}

extension PrintStage {
    /// Runs `halftone print`, without terminal and caches, to its end.
    func print(
        _ arguments: String..., input: String = "/dev/null", environment: [String: String] = [:]
    ) async throws -> ProgramRun {
        try await ProgramRun.run(
            ["print", "--no-cache"] + arguments, in: folder, environment: environment, input: input)
    }

    /// Writes a picture of one color, and returns its path.
    func flat(_ name: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8, width: Int = 8, height: Int = 8)
        -> String
    {
        folder.write(FlatPicture.png(width, height, (red, green, blue)), to: name)
    }
}
