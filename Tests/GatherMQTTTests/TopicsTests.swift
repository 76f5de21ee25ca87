import GatherAPI
import Testing

@testable import GatherMQTT

struct TopicsTests {
    private let topics = Topics(prefix: "club/east", pitch: "north")

    @Test("each topic is below the prefix and the name of the pitch")
    func names() {
        #expect(topics.online == "club/east/north/online")
        #expect(topics.state == "club/east/north/state")
        #expect(topics.event == "club/east/north/event")
        #expect(topics.result("1-a") == "club/east/north/result/1-a")
        #expect(topics.results == "club/east/north/result/+")
        #expect(topics.all == "club/east/north/#")
        #expect(topics.discovery == "homeassistant/device/gather_north/config")
    }

    @Test("the match of a result is read from its topic, and from no other")
    func result() {
        #expect(topics.id(ofResult: "club/east/north/result/0d4e-b1") == "0d4e-b1")
        let others = [
            "club/east/north/result/", "club/east/north/result/a/b", "club/east/south/result/a",
            "club/east/north/state", "", "club/east/north/result/ä",
        ]
        for topic in others { #expect(topics.id(ofResult: topic) == nil, "\(topic)") }
    }

    @Test("a name has letters, digits, '_' and '-' alone")
    func wellFormed() {
        for name in ["a", "North_2-b", String(repeating: "x", count: 130)] {
            #expect(BrokerName.isWellFormed(name))
        }
        let long = String(repeating: "x", count: 131)
        for name in ["", "a/b", "a+", "#", "$SYS", "a b", "ä", "a\0", long] {
            #expect(!BrokerName.isWellFormed(name), "\(name)")
        }
    }

    @Test("a prefix has levels that are names")
    func prefix() {
        for prefix in ["gather", "a/b/c-1"] { #expect(Topics.isWellFormedPrefix(prefix)) }
        let long = String(repeating: "a/", count: 66) + "a"
        for prefix in ["", "/a", "a/", "a//b", "a/+", "a/#", long] {
            #expect(!Topics.isWellFormedPrefix(prefix), "\(prefix)")
        }
    }

    @Test("the usual name is that of the machine, with that of its pitch")
    func usual() {
        #expect(Topics.usualPitch(machine: "north", instance: nil) == "north")
        #expect(Topics.usualPitch(machine: "north.club.example", instance: "p2") == "north-p2")
        #expect(Topics.usualPitch(machine: "né.x", instance: nil) == "n-")
        #expect(Topics.usualPitch(machine: nil, instance: "p2") == nil)
        #expect(Topics.usualPitch(machine: ".", instance: nil) == nil)
        let long = Topics.usualPitch(
            machine: String(repeating: "h", count: 300), instance: String(repeating: "p", count: 64)
        )
        #expect(long.map { BrokerName.isWellFormed($0) } == true)
    }
}
