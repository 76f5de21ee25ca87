public import Varlink

extension MessageFramer {
    /// Returns a framer for the replies of gatherd: a thousand gathers of the history fit in one,
    /// with names of the greatest length.
    public static func ofReplies() -> MessageFramer { MessageFramer(limit: 16 << 20, nesting: 32) }
}
