package dev.spine.system.trace;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints a trace, one aligned line for each message and packet. One thread at a time. */
public final class Listing implements TraceSink {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final PrintWriter out;

    /**
     * A listing.
     *
     * @param out where to
     */
    public Listing(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void message(TracedMessage message) {
        line(message.timeNs(), message.sender() + " > " + message.target(), message.isReply() ? "reply" : "request",
            message.functionName(), message.detail());
    }

    @Override
    public void packet(TracedPacket packet) {
        line(packet.timeNs(), packet.port(), "packet", "", packet.detail());
    }

    private void line(long timeNs, String way, String kind, String name, String detail) {
        out.printf(Locale.ROOT, "%4d.%09d  %-18s  %-7s  %-22s  %s%n", timeNs / NS_PER_SECOND, timeNs % NS_PER_SECOND, way, kind, name,
            detail);
    }
}
