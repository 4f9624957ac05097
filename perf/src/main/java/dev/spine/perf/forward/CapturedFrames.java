package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Capture;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.InternetChecksum;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The frames of a capture that a router forwards from card to card: IPv4 without options, with a right header, a TTL above 1, and addresses
 * that may be forwarded. Frames are cut to what IP says is theirs, as a sender's stack gives them to its card.
 */
final class CapturedFrames {
    private static final int IP = EtherType.HEADER_BYTES;
    private static final int HEADER = 20;
    private static final int PLAIN = 0x45;
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
            if (packet.byteSize() >= IP + HEADER) {
                byte[] bytes = packet.toArray(ValueLayout.JAVA_BYTE);
                int length = forwarded(ByteBuffer.wrap(bytes));
                if (length > 0) {
                    frames.add(Arrays.copyOf(bytes, length));
                }
            }
        }
    }

    /** The frame's bytes without padding; 0 when it is none that is simply forwarded. */
    private static int forwarded(ByteBuffer frame) {
        int total = frame.getShort(IP + 2) & 0xFFFF;
        if (EtherType.of(MemorySegment.ofBuffer(frame), 0) != EtherType.IPV4 || frame.get(IP) != PLAIN || total < HEADER
            || IP + total > frame.capacity() || IP + total > MAX || (frame.get(IP + 8) & 0xFF) < 2) {
            return 0;
        }
        boolean right = InternetChecksum.of(MemorySegment.ofBuffer(frame), IP, HEADER) == 0;
        return right && isForwarded(frame.getInt(IP + 12)) && isForwarded(frame.getInt(IP + 16)) ? IP + total : 0;
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
