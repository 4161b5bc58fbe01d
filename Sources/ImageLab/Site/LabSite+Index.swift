extension LabSite {
    /// The web page at `/`, which lists the URLs. Also useful as a web page where a client expects a picture.
    var indexPage: String {
        let rows = pictures.map { picture in
            "<li><a href=\"/image/\(LabQuery.encode(picture.name))\">\(Markup.escape(picture.title))</a></li>"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>Halftone lab</title></head>
            <body>
            <h1>Halftone lab</h1>
            <p>Feeds: <a href="/feed/demo">demo</a>, <a href="/feed/all?count=1000&amp;delay=500">1,000 slow pictures</a>,
            \(LabFeed.allCases.map { "<a href=\"/feed/\($0.rawValue)\">\($0.rawValue)</a>" }.joined(separator: ", ")).
            What the server saw: <a href="/log">log</a>.</p>
            <p>Faults go into a picture's query and combine: \(LabFaults.names.joined(separator: ", ")).</p>
            <ul>
            \(rows.joined(separator: "\n"))
            </ul>
            </body>
            </html>

            """
    }
}
