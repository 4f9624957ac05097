package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The packets that are offered, a lap of them round and round, and what they have to be at the far end. Each has its number within the
 * lap. One thread at a time.
 */
public final class ForwardPackets {
    /** Frames are named by their length with the checksum that the wire adds. */
    static final int FCS_BYTES = 4;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int IP = UdpHeaders.IP;
    private static final int SENDER_IP = 0xC612_0002;
    private static final long SENDER_MAC = 0x0253_5053_0001L;
    private static final int UDP_PORT = 9;
    /** What a lap may take of memory, twice. */
    private static final int MAX_LAP_BYTES = 64 << 20;
    /** A lap of captured packets: long enough that no loss is longer than half of it, within what 16 bits tell apart. */
    private static final int CAPTURED_LAP = 1 << 14;
    private static final int MAX_CAPTURED = 1 << 16;

    /** Where a frame has its number. */
    private enum Numbering {
        /** In the first 4 bytes of UDP's data. */
        DATA(UdpHeaders.BYTES, 4),
        /** In IP's identification, where the data is not ours. */
        IDENTIFICATION(IP + Ipv4Header.IDENTIFICATION, 2);

        private final int at;
        private final int bytes;

        Numbering(int at, int bytes) {
            this.at = at;
            this.bytes = bytes;
        }

        int read(MemorySegment memory, long offset, int length) {
            if (length < at + bytes) {
                return -1;
            }
            return this == DATA ? memory.get(WORD, offset + at) : memory.get(HALF, offset + at) & 0xFFFF;
        }
    }

    private final Numbering numbering;
    private final Capture offered;
    private final MemorySegment routed;
    private final int[] offsets;
    private final int[] lengths;
    private final long lapBytes;

    /**
     * Makes a lap of UDP datagrams.
     *
     * @param routes where to
     * @param frameBytes lengths of the frames in turn, with their checksums, 64 to 1518
     * @param packets of a lap; fewer when they are long
     * @param seed of the destinations
     */
    public ForwardPackets(ForwardRoutes routes, int[] frameBytes, int packets, long seed) {
        this(routes, frameBytes, packets, seed, ForwardSystem.OUT_MAC);
    }

    /**
     * Makes a lap of UDP datagrams.
     *
     * @param routes where to
     * @param frameBytes lengths of the frames in turn, with their checksums, 64 to 1518
     * @param packets of a lap; fewer when they are long
     * @param seed of the destinations
     * @param out the hardware address of the card that they leave by
     */
    public ForwardPackets(ForwardRoutes routes, int[] frameBytes, int packets, long seed, long out) {
        this(Numbering.DATA, turns(frameBytes, packets), number -> frameBytes[number % frameBytes.length] - FCS_BYTES,
            new Datagrams(routes, routes.destinations(turns(frameBytes, packets), seed)), out);
    }

    private static int turns(int[] frameBytes, int packets) {
        long turn = 0;
        for (int bytes : frameBytes) {
            turn += bytes;
        }
        return (int) Math.min(packets, MAX_LAP_BYTES * (long) frameBytes.length / turn);
    }

    /**
     * {@return a lap of captured frames, as often as they have to be repeated; each gets its number as IP's identification, and the
     * hardware address of the first card}
     *
     * @param routes where to
     * @param frames at least one, of IPv4 without options
     */
    static ForwardPackets of(ForwardRoutes routes, List<byte[]> frames) {
        int count = Math.min(frames.size(), MAX_CAPTURED);
        int repeats = Math.max(1, Math.min(CAPTURED_LAP, MAX_CAPTURED) / count);
        int lap = count * repeats;
        long bytes = 0;
        int fitting = 0;
        while (fitting < lap && bytes + frames.get(fitting % count).length <= MAX_LAP_BYTES) {
            bytes += frames.get(fitting++ % count).length;
        }
        int[] destinations = new int[fitting];
        for (int i = 0; i < fitting; i++) {
            destinations[i] = Ipv4Header.destination(MemorySegment.ofArray(frames.get(i % count)), IP);
        }
        return new ForwardPackets(Numbering.IDENTIFICATION, fitting, number -> frames.get(number % count).length,
            new Renumbered(routes, destinations, frames), ForwardSystem.OUT_MAC);
    }

    private ForwardPackets(Numbering numbering, int lap, IntUnaryOperator length, Frames frames, long out) {
        this.numbering = numbering;
        this.offsets = new int[lap];
        this.lengths = new int[lap];
        int end = 0;
        for (int i = 0; i < lap; i++) {
            offsets[i] = end;
            lengths[i] = length.applyAsInt(i);
            end += lengths[i];
        }
        byte[] sent = new byte[end];
        CaptureBuilder builder = new CaptureBuilder("packets to forward");
        for (int i = 0; i < lap; i++) {
            byte[] packet = new byte[lengths[i]];
            frames.write(packet, i);
            MemorySegment memory = MemorySegment.ofArray(packet);
            finish(memory, ForwardSystem.IN_MAC, SENDER_MAC);
            builder.add(packet, 0);
            packet[IP + 8]--;
            finish(memory, ForwardRoutes.gatewayMac(frames.gateway(i)), out);
            System.arraycopy(packet, 0, sent, offsets[i], packet.length);
        }
        this.offered = builder.build();
        this.routed = MemorySegment.ofArray(sent);
        this.lapBytes = end;
    }

    private static void finish(MemorySegment packet, long to, long from) {
        MacAddress.write(packet, 0, to);
        MacAddress.write(packet, MacAddress.BYTES, from);
        Ipv4Header.writeChecksum(packet, IP);
    }

    /** What the frames of a lap are, before their hardware addresses and checksums. */
    private interface Frames {
        void write(byte[] packet, int number);

        int gateway(int number);
    }

    /** UDP over IPv4 whose data begins with the number. */
    private static final class Datagrams implements Frames {
        private final int[] destinations;
        private final int[] gateways;

        Datagrams(ForwardRoutes routes, int[] destinations) {
            this.destinations = destinations;
            this.gateways = routes.gateways(destinations);
        }

        @Override
        public void write(byte[] packet, int number) {
            MemorySegment memory = MemorySegment.ofArray(packet);
            UdpHeaders.write(memory, 0, ForwardSystem.IN_MAC, SENDER_MAC, SENDER_IP, UDP_PORT, destinations[number], UDP_PORT,
                number << Short.SIZE, packet.length - UdpHeaders.BYTES);
            memory.set(WORD, Numbering.DATA.at, number);
            for (int at = Numbering.DATA.at + Numbering.DATA.bytes; at < packet.length; at++) {
                packet[at] = (byte) (at + number);
            }
        }

        @Override
        public int gateway(int number) {
            return gateways[number];
        }
    }

    /** Recorded frames that get a number. */
    private static final class Renumbered implements Frames {
        private final List<byte[]> frames;
        private final int[] gateways;

        Renumbered(ForwardRoutes routes, int[] destinations, List<byte[]> frames) {
            this.frames = frames;
            this.gateways = routes.gateways(destinations);
        }

        @Override
        public void write(byte[] packet, int number) {
            int count = Math.min(frames.size(), MAX_CAPTURED);
            System.arraycopy(frames.get(number % count), 0, packet, 0, packet.length);
            MemorySegment.ofArray(packet).set(HALF, IP + Ipv4Header.IDENTIFICATION, (short) number);
        }

        @Override
        public int gateway(int number) {
            return gateways[number];
        }
    }

    /** {@return what is offered} */
    public Capture offered() {
        return offered;
    }

    /** {@return packets of a lap} */
    public int lap() {
        return lengths.length;
    }

    /**
     * {@return bytes of a packet of the lap, without the wire's checksum}
     *
     * @param number of the packet, from 0
     */
    public int bytes(int number) {
        return lengths[number];
    }

    /** {@return the sum of what belongs to each packet, of so many from the first of a lap on} */
    long sum(long packets, IntUnaryOperator ofLength) {
        long lapSum = 0;
        long partial = 0;
        for (int i = 0; i < lengths.length; i++) {
            int value = ofLength.applyAsInt(lengths[i]);
            lapSum += value;
            partial += i < packets % lengths.length ? value : 0;
        }
        return packets / lengths.length * lapSum + partial;
    }

    /** {@return bytes of a frame on the average, with its checksum} */
    double meanFrameBytes() {
        return lapBytes / (double) lengths.length + FCS_BYTES;
    }

    /** {@return the number that a frame says to have within a lap; -1 when it is none of these} */
    int number(MemorySegment memory, long offset, int length) {
        int number = numbering.read(memory, offset, length);
        return number >= 0 && number < lengths.length ? number : -1;
    }

    /** What packets have to be at the far end. Immutable. */
    public final class Expected {
        private final MemorySegment memory;
        private final boolean offeredLayout;

        private Expected(MemorySegment memory, boolean offeredLayout) {
            this.memory = memory;
            this.offeredLayout = offeredLayout;
        }

        /** {@return whether a frame is what the packet of that number has to be at the far end} */
        boolean isRight(int number, MemorySegment frame, long offset, int length) {
            long at = offeredLayout ? offered.packetOffset(number) : offsets[number];
            return length == lengths[number] && MemorySegment.mismatch(frame, offset, offset + length, memory, at, at + length) == -1;
        }
    }

    /** {@return what a router makes of the packets} */
    Expected routed() {
        return new Expected(routed, false);
    }

    /** {@return the packets as they were offered, for a path that does not route} */
    Expected asOffered() {
        return new Expected(offered.packets(), true);
    }
}
