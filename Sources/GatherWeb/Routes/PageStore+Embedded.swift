import CEmbedded

extension PageStore {
    /// The files by their names: copies, made at each use.
    static var embedded: [String: [UInt8]] {
        let list = cembedded_pages()
        let files = UnsafeBufferPointer(start: list.files, count: list.count)
        return Dictionary(
            uniqueKeysWithValues: files.map { file in
                let bytes = UnsafeBufferPointer(start: file.begin, count: file.end - file.begin)
                return (String(cString: file.name), Array(bytes))
            })
    }
}
