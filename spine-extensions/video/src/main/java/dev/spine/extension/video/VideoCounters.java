package dev.spine.extension.video;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;

/**
 * What the extension counts, over all windows. Each packet that it is given ends in exactly one counter: {@link #drawn}, {@link #outside},
 * {@link #noWindow}, {@link #noTransfer}, {@link #paused}, or one of those of packets that are no video of the stream's format. The others
 * count something else beside: {@link #lost} what did not come, {@link #streams} senders, {@link #cutLines} lines, {@link #converted} and
 * {@link #kept} packets that end in one of those.
 */
final class VideoCounters {
    /** Bytes of two pixels of 4:2:2, and a third of those of four pixels of RGB, with 10 bits a sample (RFC 4175, 4.3). */
    private static final int TEN_BIT_GROUP = 5;

    final Counter drawn;
    final Counter malformed;
    final Counter noRtp;
    final Counter control;
    final Counter interlaced;
    final Counter tenBit;
    final Counter otherSampling;
    final Counter manyLines;
    final Counter lost;
    final Counter cutLines;
    final Counter streams;
    final Counter outside;
    final Counter noWindow;
    final Counter noTransfer;
    final Counter converted;
    final Counter refused;
    final Counter kept;
    final Counter paused;

    VideoCounters(ExtensionContext context) {
        drawn = context.counter("packets drawn");
        malformed = context.counter("packets malformed");
        noRtp = context.counter("packets that are no RTP");
        control = context.counter("packets of RTCP");
        interlaced = context.counter("packets of interlaced video");
        tenBit = context.counter("packets of 10-bit video");
        otherSampling = context.counter("packets of another sampling");
        manyLines = context.counter("packets of too many lines");
        streams = context.counter("streams begun");
        cutLines = context.counter("lines cut off at their window");
        lost = context.counter("packets lost before the card");
        outside = context.counter("packets wholly outside their window");
        noWindow = context.counter("packets without a window");
        noTransfer = context.counter("packets dropped for want of a transfer");
        converted = context.counter("packets converted on the card");
        refused = context.counter("orders refused");
        kept = context.counter("packets kept while their window moved");
        paused = context.counter("packets dropped while their window moved");
    }

    /**
     * Counts a packet that is no video of the stream's format.
     *
     * @param packet from its MAC header on
     * @param found what the reader has found instead
     */
    void countUnusable(Buffer packet, int found) {
        switch (found) {
            case VideoPacket.NO_RTP -> noRtp.increment();
            case VideoPacket.CONTROL -> control.increment();
            case VideoPacket.TORN -> malformed.increment();
            case VideoPacket.MANY_LINES -> manyLines.increment();
            default -> countLine(packet.i32(found));
        }
    }

    /** What is wrong with a line of that length in the upper half, and its field before its number in the lower. */
    private void countLine(int lengthAndLine) {
        int bytes = lengthAndLine >>> 16;
        if ((lengthAndLine & 0x8000) != 0) {
            interlaced.increment();
        } else if (bytes > 0 && bytes % TEN_BIT_GROUP == 0) {
            tenBit.increment();
        } else {
            otherSampling.increment();
        }
    }
}
