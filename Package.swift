// swift-tools-version: 6.2

import PackageDescription

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Set by `Tests/Fuzzing/run`: everything is built for libFuzzer and the address sanitizer.
let isFuzzing = Context.environment["HALFTONE_FUZZ"] != nil

/// Set by `Tests/Sanitizing/run`: `only` leaves out tests of code with one thread, with what only they need.
let threads = Context.environment["HALFTONE_THREADS"]

// A target imports only targets above it; Sources/halftone/halftone.docc/Architecture.md describes them.

let swiftSettings: [SwiftSetting] =
    [.treatAllWarnings(as: .error)]
    + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])] : [])
let cSettings: [CSetting] =
    [.treatAllWarnings(as: .error)] + (isFuzzing ? [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])] : [])

func module(
    _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = swiftSettings
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// For modules that look at every pixel or byte: optimized in a debug build too, where tests and the program would spend
/// most of their time in them. The others compile in a quarter of the time without it.
let settingsOfLoops = swiftSettings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The thread sanitizer does not see the runtime count references: optimized code reads a shared array or dictionary in
/// place, and another thread that is its only owner by then seems to write where the first one reads.
let settingsOfCore = threads == nil ? settingsOfLoops : swiftSettings

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// A program whose release build contains the Swift libraries: loading them took a third of the start-up time, and
/// libstdc++ another fifth. lld links it in a second, without a warning about a function of Foundation that is never
/// called.
func staticProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    // A linker script there leads to the archives, where the system has them.
    let archives = hasArchiveOfCPlusPlus() ? ["-L", "\(Context.packageDirectory)/Sources/\(name)/Linking"] : []
    return .executableTarget(
        name: name, dependencies: dependencies, exclude: ["Linking"],
        swiftSettings: swiftSettings + [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))],
        linkerSettings: [
            .unsafeFlags(["-static-stdlib", "-use-ld=lld"] + archives + fastStart(), .when(configuration: .release))
        ])
}

/// Linker options for a fast start. The program exports no functions: none is looked up by name, and libraries that are
/// opened later must find their own. Relative relocations are packed, in a hundredth of the space, where the C library
/// reads that.
func fastStart() -> [String] {
    ["-Xlinker", "--no-export-dynamic"]
        + (readsPackedRelocations() ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])
}

/// Returns whether the C library is glibc 2.36 or later.
func readsPackedRelocations() -> Bool {
    #if canImport(Glibc)
        var text = [CChar](repeating: 0, count: 64)
        guard confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count - 1) > 0 else { return false }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let numbers = name.split { !$0.isNumber }.compactMap { Int($0) }
        return numbers.count >= 2 && (numbers[0], numbers[1]) >= (2, 36)
    #else
        return false
    #endif
}

func hasArchiveOfCPlusPlus() -> Bool {
    ["x86_64-linux-gnu", "aarch64-linux-gnu"].contains { machine in
        (9...20).contains { version in
            ["stdc++", "gcc_eh"].allSatisfy { access("/usr/lib/gcc/\(machine)/\(version)/lib\($0).a", R_OK) == 0 }
        }
    }
}

func tests(of name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], exclude: exclude,
        swiftSettings: swiftSettings)
}

func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: swiftSettings)
}

/// A C library, and code of ours beside it where it needs any: state, `setjmp`, variadic calls, a signal handler.
/// `folder` is where its headers lie if the compiler would not look there.
func shim(_ name: String, links libraries: [String] = [], headers folder: String? = nil) -> Target {
    .target(
        name: name, cSettings: cSettings + (folder.map { [.unsafeFlags(["-I\($0)"])] } ?? []),
        linkerSettings: libraries.flatMap(linked))
}

/// A release build contains the small libraries too, where the system has them as archives, as Debian does: each one
/// that is loaded instead costs every start 50 to 100 microseconds.
func linked(_ library: String) -> [LinkerSetting] {
    guard isArchived(library) else { return [.linkedLibrary(library)] }
    return [
        .linkedLibrary(library, .when(configuration: .debug)),
        .linkedLibrary(":lib\(library).a", .when(configuration: .release)),
    ]
}

func isArchived(_ library: String) -> Bool {
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"].contains { folder in
        access("\(folder)/lib\(library).a", R_OK) == 0
    }
}

let package = Package(
    name: "halftone",
    products: [
        .library(name: "HalftoneKit", targets: ["HalftoneKit"]),
        .library(name: "HalftoneUI", targets: ["HalftoneUI"]),
        .library(name: "ImageLoading", targets: ["ImageLoading", "ImageCoding", "Pixels", "Transfer", "HalftoneCore"]),
        .library(name: "JailedCoding", targets: ["JailedCoding"]),
        .library(name: "TerminalViews", targets: ["TerminalViews", "TerminalScreen"]),
        .executable(name: "halftone", targets: ["halftone"]),
    ],
    targets: [
        shim("CCurses", links: ["ncursesw", "tinfo"]),
        shim("CJPEG", links: ["jpeg"]),
        shim("CPNG", links: ["png", "z"]),
        shim("CGIF", links: ["gif"]),
        // Newer releases of libwebp keep a part of its encoder in a library of its own.
        shim("CWebP", links: ["webp"] + ["sharpyuv"].filter(isArchived)),
        // Opened on first use, so that a start does not pay for them: no linking, only `dlopen`.
        shim("CXML", headers: "/usr/include/libxml2"),
        shim("CMicroHTTP"),
        shim("CCurl"),
        shim("CLCMS"),
        shim("CDecoders"),
        shim("CSQLite", links: ["sqlite3"]),
        shim("CXXHash", links: ["xxhash"]),
        shim("CSystem"),
        shim("CJail"),
        shim("CZlib", links: ["z"]),
        // The versions of all of the above, for `doctor`.
        shim("CLibraries"),
        .target(
            name: "DemoAssets", path: "Assets",
            exclude: [
                "LICENSE", "completions", "demo", "draw", "halftone.1", "halftone-lab.1", "package", "pictures",
                "setup",
            ],
            sources: ["DemoAssets.S", "DemoAssets.c"],
            publicHeadersPath: "include", cSettings: [.headerSearchPath("demo")] + cSettings),

        module("HalftoneCore", ["CXXHash", "CZlib"], settings: settingsOfCore),
        module("Pixels", ["HalftoneCore"], settings: settingsOfLoops),
        module(
            "ImageCoding", ["Pixels", "CJPEG", "CPNG", "CGIF", "CWebP", "CLCMS"], settings: settingsOfLoops),
        // Formats whose libraries decode in a process of their own. A product of its own: a program that adds them calls
        // `JailedImageCoder.install()` before anything else.
        module("JailedCoding", ["ImageCoding", "CDecoders", "CJail", "CLCMS"], settings: settingsOfLoops),
        module("Transfer", ["HalftoneCore", "CCurl", "CSystem"]),
        module("ImageLoading", ["ImageCoding", "Transfer", "CSQLite", "CSystem"]),
        module("TraceAnalysis", ["ImageLoading"]),
        module("TerminalScreen", ["Pixels", "CCurses", "CSystem", "CZlib"]),
        module("TerminalViews", ["TerminalScreen", "ImageLoading", "CSystem"]),
        // What a program outside imports: the engine, or the engine and the terminal.
        module("HalftoneKit", ["ImageLoading", "ImageCoding", "Pixels", "Transfer", "HalftoneCore"]),
        module("HalftoneUI", ["HalftoneKit", "TerminalViews", "TerminalScreen"]),
        module("ImageFeeds", ["HalftoneCore", "CXML"]),
        module("ImageLab", ["HalftoneCore", "CMicroHTTP", "CSystem"]),
        module("OptionParsing", ["HalftoneCore"]),
        // The program's screens: what the gallery and the Lab share, and each by itself.
        module("ScreenKit", ["TerminalViews"]),
        module("GalleryScreens", ["ScreenKit", "ImageFeeds", "CSystem"]),
        module("LabScreens", ["ScreenKit", "ImageLab", "TraceAnalysis", "DemoAssets"]),
        staticProgram(
            "halftone", ["GalleryScreens", "LabScreens", "JailedCoding", "OptionParsing", "CSystem", "CLibraries"]),
        // Photos that cost a decoder as much as those of a camera: for tests and benchmarks.
        .target(
            name: "SamplePhotos", dependencies: ["CJPEG"], path: "Tests/SamplePhotos", swiftSettings: settingsOfLoops),
        // What `benchmarks` measures us against, in C.
        shim("CBaseline", links: ["ncursesw", "tinfo", "png", "jpeg", "webp"]),
        program(
            "benchmarks",
            [
                "ImageLoading", "TerminalScreen", "ImageLab", "OptionParsing", "CBaseline", "DemoAssets",
                "SamplePhotos",
            ]),

        .systemLibrary(
            name: "CVTerm", path: "Tests/CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
        // Arranges the test process before the first test.
        .target(name: "CTestSetup", path: "Tests/CTestSetup", cSettings: cSettings),
        // What tests share, by the modules it imports, so that a change of the engine does not build every test anew.
        support("TestSupport", ["HalftoneCore", "Pixels", "CSystem", "CZlib", "CTestSetup"]),
        support("FeedTestSupport", ["ImageFeeds"]),
        support("LabTestSupport", ["TestSupport", "ImageLab", "DemoAssets"]),
        support("EngineTestSupport", ["TestSupport", "ImageLoading", "ImageCoding", "Transfer"]),
        support("TerminalTestSupport", ["TestSupport", "TerminalScreen", "CVTerm", "CZlib"]),
        support("LoopTestSupport", ["EngineTestSupport", "TerminalTestSupport", "TerminalViews"]),
        tests(of: "TestSupport", ["EngineTestSupport", "SamplePhotos", "CTestSetup"]),
        tests(of: "HalftoneCore", ["HalftoneCore"]),
        tests(of: "Pixels", ["Pixels"]),
        tests(of: "ImageCoding", ["ImageCoding"], exclude: ["PNGSuite"]),
        // A decode worker for the tests, which a test process cannot be.
        .executableTarget(
            name: "decode-worker", dependencies: ["JailedCoding"], path: "Tests/DecodeWorker",
            swiftSettings: swiftSettings),
        tests(
            of: "JailedCoding",
            ["JailedCoding", "CJail", "CZlib", "ImageLoading", "TerminalViews", "EngineTestSupport", "decode-worker"]),
        tests(of: "Transfer", ["Transfer", "CCurl", "LabTestSupport"]),
        tests(
            of: "ImageLoading",
            ["ImageLoading", "TraceAnalysis", "EngineTestSupport", "LabTestSupport", "DemoAssets"]),
        tests(of: "TraceAnalysis", ["TraceAnalysis"]),
        tests(
            of: "TerminalScreen", ["TerminalScreen", "CSystem", "SamplePhotos", "TerminalTestSupport", "CTestSetup"]),
        tests(
            of: "TerminalViews",
            [
                "TerminalViews", "ImageLoading", "ImageCoding", "EngineTestSupport", "TerminalTestSupport",
                "LoopTestSupport",
            ]),
        // The library as a program outside uses it: one import, and public declarations only.
        tests(of: "HalftoneKit", ["HalftoneKit", "LabTestSupport"]),
        tests(of: "HalftoneUI", ["HalftoneUI"]),
        tests(of: "ImageFeeds", ["ImageFeeds", "FeedTestSupport"]),
        tests(of: "ImageLab", ["ImageLab", "LabTestSupport"]),
        tests(of: "OptionParsing", ["OptionParsing"]),
        tests(of: "ScreenKit", ["ScreenKit", "EngineTestSupport"]),
        tests(
            of: "GalleryScreens",
            ["GalleryScreens", "FeedTestSupport", "LabTestSupport", "EngineTestSupport", "TerminalTestSupport"]),
        tests(of: "LabScreens", ["LabScreens", "LoopTestSupport"]),
        tests(
            of: "Halftone",
            [
                "halftone", "HalftoneKit", "ImageLoading", "OptionParsing", "TerminalViews", "TerminalScreen",
                "LabTestSupport", "LoopTestSupport",
            ]),
        // A program in the terminal in twenty lines, as a user of the library writes it.
        .executableTarget(
            name: "picture-table", dependencies: ["HalftoneUI"], path: "Tests/Examples/PictureTable",
            swiftSettings: swiftSettings),
        // A program with a cell, an indicator and a transition of its own, by the public interface alone.
        .executableTarget(
            name: "custom-views", dependencies: ["HalftoneUI"], path: "Tests/Examples/CustomViews",
            swiftSettings: swiftSettings),
        // The built program as its user runs it, in terminals and pipes.
        tests(
            of: "HalftoneProgram",
            [
                "halftone", "picture-table", "custom-views", "ImageFeeds", "ImageLoading", "ImageLab", "TerminalScreen",
                "LabTestSupport", "TerminalTestSupport",
            ]),
    ]
)

if isFuzzing {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: ["ImageCoding", "JailedCoding", "CDecoders", "CJPEG"], path: "Tests/Fuzzing",
            exclude: ["run"],
            swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}

if threads == "only" {
    let withoutThreads = [
        "benchmarks", "CBaseline", "CDecoders", "CJail", "CLibraries", "custom-views", "decode-worker",
        "GalleryScreens", "GalleryScreensTests", "halftone", "HalftoneProgramTests", "HalftoneUI", "HalftoneUITests",
        "JailedCoding", "JailedCodingTests", "LabScreens", "LabScreensTests", "LoopTestSupport", "picture-table",
        "PixelsTests", "ScreenKit", "ScreenKitTests", "TerminalViews", "TerminalViewsTests", "TraceAnalysisTests",
    ]
    package.products = []
    package.targets.removeAll { withoutThreads.contains($0.name) }
    // The part of the program that has threads and is tested in process.
    package.targets.append(
        .target(
            name: "halftone", dependencies: ["ImageLoading"], exclude: ["Linking"],
            sources: ["Commands/Print/DecodeAhead.swift"], swiftSettings: swiftSettings))
    for target in package.targets {
        switch target.name {
        case "HalftoneCoreTests": target.sources = ["LockTests.swift"]
        case "HalftoneTests":
            target.dependencies = ["halftone", "TestSupport"]
            target.sources = ["Print/DecodeAheadTests.swift"]
        case "ImageCodingTests":
            target.sources = [
                "Animation/AnimatedImagePlayerTests.swift", "Animation/FramePoolTests.swift",
                "Animation/FrameStage.swift", "ImageCodersManagerTests.swift", "PNGWriter.swift",
            ]
        case "ImageFeedsTests":
            target.exclude = [
                "ArticlePictureTests.swift", "AtomTests.swift", "DialectTests.swift", "DocumentFormatTests.swift",
                "EncodingTests.swift", "FeedDateTests.swift", "FeedTextTests.swift", "HostileFeedTests.swift",
                "JSONFeedTests.swift", "PictureLinkTests.swift", "PictureNameTests.swift",
                "RSSTests.swift", "TextListTests.swift", "UsablePictureTests.swift", "WebAddressTests.swift",
                "WebPageTests.swift",
            ]
        case "ImageLoadingTests":
            target.exclude = [
                "Binding", "Graph", "Schedules/ScheduleExplorerTests.swift", "Cache/PictureIndexTests.swift",
                "Cache/PictureIndexWorld.swift", "Cache/Freshness/HTTPDateTests.swift",
                "Cache/Freshness/ResponseMetadataTests.swift", "Cache/Memory/S3FIFOPolicyTests.swift",
                "Network/ResumePointTests.swift", "Network/RetryPolicyTests.swift",
            ]
        case "TerminalScreenTests":
            target.sources = [
                "Session/LineReaderTests.swift", "Session/SessionProgram.swift", "Session/SignalKindTests.swift",
                "Session/StopStormTests.swift", "TerminalWriterTests.swift",
            ]
        default: break
        }
    }
}
