import HalftoneUI

final class Pictures: TableViewDataSource {
    let urls = CommandLine.arguments.dropFirst().compactMap { URL(string: $0) }

    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { urls.count }

    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
        let cell = table.dequeueReusableCell(withIdentifier: "picture", for: path)
        if let cell = cell as? ImageCell {
            cell.label.text = urls[path.row].lastPathComponent
            cell.imageView.setImage(url: urls[path.row])
        }
        return cell
    }
}

let pictures = Pictures()
TerminalApplication { environment in
    let table = TableView(trace: environment.manager.trace)
    table.register("picture") { ImageCell(reuseIdentifier: "picture", environment: environment) }
    table.rowHeight = 6
    table.dataSource = pictures
    table.reloadData()
    return table
}.run()
