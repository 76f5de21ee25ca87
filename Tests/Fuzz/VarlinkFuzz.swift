import GatherCore
import Varlink

/// The deepest nesting of a message, as in the daemon.
let nesting = Limits.messageNesting

/// The most values of a message, as in the daemon.
let values = Limits.messageValues

/// Tests one input; libFuzzer calls it, and reports each trap in it as a finding.
///
/// The first line of the input is a script, see ``Conversation``; the rest is the stream that a
/// client sends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let script = input.prefix { $0 != UInt8(ascii: "\n") }
    let stream = Array(input.dropFirst(script.count + 1))
    for message in stream.split(separator: 0, omittingEmptySubsequences: false) {
        checkText(message)
    }
    checkList(stream, script: Array(script))
    var conversation = Conversation(script: Array(script), stream: stream)
    conversation.play()
    return 0
}

/// Checks that a text is refused at one of its bytes, or is the same when written and read again.
private func checkText(_ slice: ArraySlice<UInt8>) {
    let text = Array(slice)
    let value: JSONValue
    do throws(JSONError) {
        value = try JSONValue(parsing: slice, nesting: nesting)
    } catch {
        checkOffset(error, in: text)
        return
    }
    precondition(depth(of: value) <= nesting, "nested deeper than allowed")
    let written = value.bytes
    precondition(!written.contains(0), "a NUL byte would end the message")
    for text in [[0x20] + text + [0x0A], written, Array(value.prettyText.utf8)] {
        let again = try? JSONValue(parsing: text[...], nesting: nesting)
        precondition(again == value, "not read back the same")
        // Swift compares texts by characters, but the bytes have to be equal as well.
        precondition(again?.bytes == written, "not written back the same")
    }
    checkEscapes(value)
    if let object = value.object { checkMessage(object) }
}

/// Checks that each text in a value is the same when all of its characters are escaped.
private func checkEscapes(_ value: JSONValue) {
    switch value {
    case .string(let text): checkEscapes(text)
    case .array(let values): values.forEach(checkEscapes)
    case .object(let object):
        for member in object.members {
            checkEscapes(member.key)
            checkEscapes(member.value)
        }
    default: break
    }
}

private func checkEscapes(_ text: String) {
    let digits = Array("0123456789abcdef".utf8)
    var escaped = Array("\"".utf8)
    for unit in text.utf16 {
        escaped += Array("\\u".utf8)
        for shift in [12, 8, 4, 0] { escaped.append(digits[Int(unit >> shift & 15)]) }
    }
    let again = try? JSONValue(parsing: (escaped + Array("\"".utf8))[...], nesting: 0)
    let isSame = again?.string.map { $0.utf8.elementsEqual(text.utf8) }
    precondition(isSame == true, "a text is another one when it is escaped")
}

private func checkOffset(_ error: JSONError, in text: [UInt8]) {
    switch error {
    case .invalidUTF8:
        precondition(String(validating: text, as: UTF8.self) == nil, "it is UTF-8")
    case .syntax(let offset), .nulCharacter(let offset), .keyTooLong(let offset),
        .duplicateKey(let offset), .tooDeep(let offset), .tooMany(let offset):
        precondition((0...text.count).contains(offset), "an error outside of the text")
    }
}

private func depth(of value: JSONValue) -> Int {
    switch value {
    case .array(let values): 1 + (values.map(depth).max() ?? 0)
    case .object(let object): 1 + (object.members.map { depth(of: $0.value) }.max() ?? 0)
    default: 0
    }
}
