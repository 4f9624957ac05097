package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Capture;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames of a capture that a router forwards from card to card: IPv4 without options, with a right header, a TTL above 1, and addresses
 * that may be forwarded. Frames are cut to what IP says is theirs, as a sender's stack gives them to its card.
 */
final class CapturedFrames {
    private static final int IP = EtherType.HEADER_BYTES;
    private static final int MAX = 1514;
    /** 0.0.0.0/8, 127.0.0.0/8 and everything from 224.0.0.0 on go nowhere; 198.18.0.0/15 is where the routers themselves are. */
    private static final int THIS_NETWORK = 0;
    private static final int LOOPBACK = 127;
    private static final int MULTICAST = 224;
    private static final int OWN = 0xC612 >>> 1;
    private static final int LINK_LOCAL = 0xA9FE;

    private final List<byte[]> frames = new ArrayList<>();

    CapturedFrames(Capture capture) {
        for (int i = 0; i < capture.packetCount(); i++) {
            MemorySegment packet = capture.packet(i);
            if (packet.byteSize() >= IP + Ipv4Header.BYTES) {
                int length = forwarded(packet);
                if (length > 0) {
                    frames.add(packet.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
                }
            }
        }
    }

    /** The frame's bytes without padding; 0 when it is none that is simply forwarded. */
    private static int forwarded(MemorySegment frame) {
        int end = IP + Ipv4Header.totalBytes(frame, IP);
        boolean isForwarded = EtherType.of(frame, 0) == EtherType.IPV4 && end >= IP + Ipv4Header.BYTES && end <= frame.byteSize()
            && end <= MAX && Ipv4Header.isForwardable(frame, IP) && isForwarded(Ipv4Header.source(frame, IP))
            && isForwarded(Ipv4Header.destination(frame, IP));
        return isForwarded ? end : 0;
    }

    private static boolean isForwarded(int address) {
        int first = address >>> 24;
        return first != THIS_NETWORK && first != LOOPBACK && first < MULTICAST && address >>> 17 != OWN && address >>> 16 != LINK_LOCAL;
    }

    /** {@return the frames, in order} */
    List<byte[]> frames() {
        return frames;
    }
}
