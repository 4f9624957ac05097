package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The packets that are offered, and what they have to be at the far end. UDP over IPv4; the first 4 bytes of data are the packet's number
 * within a lap.
 */
final class ForwardPackets {
    /** Where a packet has its number. */
    static final int NUMBER_AT = 42;
    /** Frames are named by their length with the checksum that the wire adds. */
    static final int FCS_BYTES = 4;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int IP = 14;
    private static final int UDP = 34;
    private static final int SENDER_IP = 0xC612_0002;
    private static final long SENDER_MAC = 0x0253_5053_0001L;
    private static final int UDP_PORT = 9;
    private static final int TIME_TO_LIVE = 64;
    /** What a lap may take of memory, twice. */
    private static final int MOST_LAP_BYTES = 64 << 20;

    private final Capture offered;
    private final MemorySegment expected;
    private final int[] offsets;
    private final int[] lengths;

    /**
     * Makes a lap.
     *
     * @param routes where to
     * @param frameBytes lengths of the frames in turn, with their checksums, 64 to 1518
     * @param packets of a lap; fewer when they are long
     * @param seed of the destinations
     */
    ForwardPackets(ForwardRoutes routes, int[] frameBytes, int packets, long seed) {
        long turn = 0;
        for (int bytes : frameBytes) {
            turn += bytes;
        }
        int lap = (int) Math.min(packets, MOST_LAP_BYTES * (long) frameBytes.length / turn);
        int[] destinations = routes.destinations(lap, seed);
        int[] gateways = routes.gateways(destinations);
        this.offsets = new int[lap];
        this.lengths = new int[lap];
        int end = 0;
        for (int i = 0; i < lap; i++) {
            offsets[i] = end;
            lengths[i] = frameBytes[i % frameBytes.length] - FCS_BYTES;
            end += lengths[i];
        }
        byte[] out = new byte[end];
        CaptureBuilder builder = new CaptureBuilder("packets to forward");
        for (int i = 0; i < lap; i++) {
            byte[] packet = new byte[lengths[i]];
            write(packet, ForwardSystem.IN_MAC, SENDER_MAC, TIME_TO_LIVE, i, destinations[i]);
            builder.add(packet, 0);
            write(packet, ForwardRoutes.gatewayMac(gateways[i]), ForwardSystem.OUT_MAC, TIME_TO_LIVE - 1, i, destinations[i]);
            System.arraycopy(packet, 0, out, offsets[i], packet.length);
        }
        this.offered = builder.build();
        this.expected = MemorySegment.ofArray(out);
    }

    private static void write(byte[] packet, long to, long from, int timeToLive, int number, int destination) {
        ByteBuffer out = ByteBuffer.wrap(packet);
        out.putShort((short) (to >>> 32)).putInt((int) to).putShort((short) (from >>> 32)).putInt((int) from).putShort((short) 0x0800);
        out.putShort((short) 0x4500).putShort((short) (packet.length - IP)).putShort((short) number).putShort((short) 0);
        out.put((byte) timeToLive).put((byte) 17).putShort((short) 0).putInt(SENDER_IP).putInt(destination);
        int sum = 0;
        for (int at = IP; at < UDP; at += 2) {
            sum += out.getShort(at) & 0xFFFF;
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        out.putShort(IP + 10, (short) ~((sum & 0xFFFF) + (sum >>> 16)));
        out.putShort((short) UDP_PORT).putShort((short) UDP_PORT).putShort((short) (packet.length - UDP)).putShort((short) 0);
        out.putInt(number);
        for (int at = NUMBER_AT + 4; at < packet.length; at++) {
            packet[at] = (byte) (at + number);
        }
    }

    /** {@return what is offered} */
    Capture offered() {
        return offered;
    }

    /** {@return packets of a lap} */
    int lap() {
        return lengths.length;
    }

    /** {@return bytes of a packet of the lap, without the wire's checksum} */
    int bytes(int number) {
        return lengths[number];
    }

    /** {@return the number that a frame says to have within a lap; -1 when it is none of these} */
    int number(MemorySegment memory, long offset, int length) {
        int number = length < NUMBER_AT + 4 ? -1 : memory.get(WORD, offset + NUMBER_AT);
        return number >= 0 && number < lengths.length ? number : -1;
    }

    /** {@return whether a frame is what the packet of that number has to be at the far end} */
    boolean isRight(int number, MemorySegment memory, long offset, int length) {
        return length == lengths[number]
            && MemorySegment.mismatch(memory, offset, offset + length, expected, offsets[number], offsets[number] + (long) length) == -1;
    }
}
