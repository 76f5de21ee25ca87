/// The cards of a side on one line: as many as fit, and how many are left out.
struct BookingLine {
    let bookings: [BoardViewModel.Booking]

    /// The columns to which a name is shortened before a card is left out.
    private static let leastName = 6

    /// Returns the line, such as `Eve Y, R and 2 more`, which is empty without cards.
    ///
    /// The names are shortened first; the sign of a card is always whole.
    func text(columns: Int) -> String {
        guard !bookings.isEmpty, columns > 0 else { return "" }
        func fits(_ count: Int, _ name: Int) -> Bool {
            TextWidth.of(text(count, name: name)) <= columns
        }
        let count = (1...bookings.count).last { fits($0, Self.leastName) } ?? 1
        let name = (1...columns).last { fits(count, $0) } ?? 1
        return PrintableText.shortened(text(count, name: name), toColumns: columns)
    }

    /// Returns the line with the first cards, and with names of at most so many columns.
    private func text(_ count: Int, name columns: Int) -> String {
        let shown = bookings.prefix(count).map { booking in
            let name = booking.name.map { PrintableText.shortened($0, toColumns: columns) }
            return [name, CardPresenter.sign(booking.card)].compactMap(\.self)
                .joined(separator: " ")
        }.joined(separator: ", ")
        let left = bookings.count - count
        return left > 0 ? "\(shown) \(tr("and %1$@ more", left))" : shown
    }
}
