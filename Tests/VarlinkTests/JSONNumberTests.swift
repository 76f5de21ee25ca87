import Testing
import Varlink

struct JSONNumberTests {
    @Test(
        "whole numbers of 64 bits are exact",
        arguments: [0, 1, -1, 10, 9_007_199_254_740_993, .max, .min, .max - 1, .min + 1])
    func whole(number: Int) throws {
        #expect(try JSONValue(text: "\(number)") == .int(number))
        #expect(JSONValue.int(number).text == "\(number)")
    }

    @Test("a whole number beyond 64 bits is a double, and so no integer")
    func beyond() throws {
        let above = try JSONValue(text: "9223372036854775808")
        #expect(above == .double(9_223_372_036_854_775_808))
        #expect(above.int == nil)
        let below = try JSONValue(text: "-9223372036854775809")
        #expect(below == .double(-9_223_372_036_854_775_808))
        let long = try JSONValue(text: "1" + String(repeating: "0", count: 300))
        #expect(long == .double(1e300))
    }

    @Test(
        "a fraction or an exponent makes a double, even of a whole number",
        arguments: [
            ("1.0", 1), ("-0.5", -0.5), ("0.1", 0.1), ("1e2", 100), ("1E+2", 100), ("15e-1", 1.5),
            ("0e0", 0), ("1.5e3", 1_500), ("1e-400", 0),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
        ])
    func doubles(text: String, number: Double) throws {
        #expect(try JSONValue(text: text) == .double(number))
    }

    @Test("minus nought is nought")
    func minusZero() throws {
        #expect(try JSONValue(text: "-0") == .int(0))
    }

    @Test(
        "a huge exponent is an error and not infinity",
        arguments: [
            "1e309", "-1e309", "1e999999999999999999999", "1e+99999", "1.7976931348623159e308",
            "1" + String(repeating: "0", count: 400),
        ])
    func huge(text: String) {
        #expect(jsonError(text) == .syntax(offset: text.utf8.count))
    }

    @Test("a number of a hundred thousand digits is read or refused, without a trap")
    func long() {
        let digits = String(repeating: "9", count: 100_000)
        #expect(jsonError(digits) != nil)
        #expect(jsonError("0." + digits) == nil)
        #expect(jsonError("1e" + digits) != nil)
    }

    @Test(
        "what is no number in JSON is an error",
        arguments: [
            "01", "-01", "00", "+1", "-", "--1", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1e-",
            "1e1.5", "0x10", "1_000", "1,000", "١", "1f", "0b1", "- 1", "1 e1",
        ])
    func notNumbers(text: String) {
        #expect(jsonError(text) != nil)
    }

    @Test("a double is written so that it is read back the same")
    func written() throws {
        for number in [0.1, 1e300, -2.5, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.0] {
            let value = JSONValue.double(number)
            #expect(try JSONValue(text: value.text) == value)
        }
        #expect(JSONValue.double(.infinity).text == "null")
        #expect(JSONValue.double(.nan).text == "null")
    }
}
