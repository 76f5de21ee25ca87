import LinuxIO

/// The settings that people have written in `mqtt.conf` and the files beside it.
typealias Configuration = ServiceConfiguration<Setting>

extension Configuration {
    /// Reads all files of a directory, and those of a pitch.
    ///
    /// - Throws: A fault, if one of them must not be ignored.
    init(in directory: String?, pitch: String?, for uid: UInt32) throws(Fault) {
        self.init(of: "mqtt", section: "[MQTT]", in: directory, pitch: pitch, for: uid)
        if let fatalFault { throw fatalFault }
    }
}
