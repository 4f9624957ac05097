package dev.spine.command.route;

import dev.spine.device.nic.FrameWatch;
import dev.spine.device.nic.NicModule;
import dev.spine.extension.services.host.filter.Expression;
import dev.spine.extension.services.host.filter.ExpressionInterpreter;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Follows some packets through the cards of a router: from the wire, to the host, to a wire. While nobody traces, a card pays the look at
 * one variable for each frame; while somebody does, each frame is copied and looked at. Threads of cards add, any thread reads and closes.
 *
 * <p>A packet is known again by what no router changes of it. One that a service has rewritten, or of which fragments were made, is another
 * one, which is only seen if the expression holds for it, too.
 */
final class PacketTrace implements AutoCloseable {
    /** What is kept of places where they were seen: not every frame of a storm. */
    private static final int PLACES = 8;

    private static final int IP = EtherType.HEADER_BYTES;
    private static final int HEADER6 = 40;

    private final List<NicModule> cards;
    private final Expression filter;
    private final int most;
    private final long epochNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
    private final Map<ByteBuffer, Integer> known = new ConcurrentHashMap<>();
    private final AtomicInteger packets = new AtomicInteger();
    private final AtomicInteger kept = new AtomicInteger();
    private final Queue<Sight> seen = new ConcurrentLinkedQueue<>();

    /**
     * A packet at a place.
     *
     * @param packet its number from 1 on; 0 for one that did not come in by a wire since the trace began
     * @param port name of the card's port
     * @param place where on the card
     * @param timeNs since 1970
     * @param frame from the MAC header on
     */
    record Sight(int packet, String port, FrameWatch.Place place, long timeNs, ByteBuffer frame) {}

    /**
     * Begins.
     *
     * @param cards the network devices of the ports
     * @param names of the ports
     * @param filter holds for the packets that are followed
     * @param most how many
     */
    PacketTrace(List<NicModule> cards, List<String> names, Expression filter, int most) {
        this.cards = List.copyOf(cards);
        this.filter = filter;
        this.most = most;
        for (int i = 0; i < cards.size(); i++) {
            cards.get(i).watch(new Watch(names.get(i)));
        }
    }

    /** Sees the frames of one card, on its thread. */
    private final class Watch implements FrameWatch {
        private final String port;
        private final ExpressionInterpreter interpreter = new ExpressionInterpreter(filter);

        Watch(String port) {
            this.port = port;
        }

        @Override
        public void onFrame(Place place, MemorySegment memory, long offset, int length) {
            if (kept.get() >= most * PLACES) {
                return;
            }
            byte[] frame = memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
            ByteBuffer identity = identity(frame);
            Integer number = identity == null ? null : known.get(identity);
            if (number == null && place == Place.FROM_WIRE && packets.get() < most && interpreter.holds(frame)) {
                number = packets.incrementAndGet();
                if (identity != null) {
                    known.put(identity, number);
                }
            } else if (number == null && (place == Place.FROM_WIRE || !interpreter.holds(frame))) {
                return;
            }
            kept.incrementAndGet();
            seen.add(new Sight(number == null ? 0 : number, port, place, epochNs + System.nanoTime(), ByteBuffer.wrap(frame)));
        }
    }

    /**
     * {@return what no router changes of a packet, and hardly two packets have in common; null for what is not IP} Bytes that the header
     * promises and the frame does not have count as zeros: this runs on the card's thread, on whatever a wire brings.
     */
    static @Nullable ByteBuffer identity(byte[] frame) {
        if (frame.length < IP + Ipv4Header.BYTES) {
            return null;
        }
        int type = EtherType.of(MemorySegment.ofArray(frame), 0);
        if (type == EtherType.IPV4) {
            int payload = IP + (frame[IP] & 0xF) * Integer.BYTES;
            // Length, identification and fragment; protocol; addresses.
            return join(frame, IP + 2, IP + 8, IP + 9, IP + 10, IP + Ipv4Header.SOURCE, IP + Ipv4Header.BYTES,
                payload, payload + distinct(frame[IP + 9]));
        }
        if (type == EtherType.IPV6 && frame.length >= IP + HEADER6) {
            int payload = IP + HEADER6;
            // Length and next header; addresses.
            return join(frame, IP + 4, IP + 7, IP + 8, IP + HEADER6, payload, payload + distinct(frame[IP + 6]));
        }
        return null;
    }

    /** Bytes of the payload of which none is left undone by a sender: ports, and the sequence number of TCP. */
    private static int distinct(byte protocol) {
        return protocol == Ipv4Header.TCP ? 2 * Integer.BYTES : Integer.BYTES;
    }

    private static ByteBuffer join(byte[] frame, int... bounds) {
        int bytes = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            bytes += bounds[i + 1] - bounds[i];
        }
        ByteBuffer joined = ByteBuffer.allocate(bytes);
        for (int i = 0; i < bounds.length; i += 2) {
            int begin = Math.min(bounds[i], frame.length);
            joined.put(Arrays.copyOfRange(frame, begin, begin + bounds[i + 1] - bounds[i]));
        }
        return joined.flip();
    }

    /** {@return what has been seen next, null when there is nothing new} */
    @Nullable Sight poll() {
        return seen.poll();
    }

    /** {@return whether as many packets as were asked for have come in} */
    boolean isFull() {
        return packets.get() >= most;
    }

    @Override
    public void close() {
        cards.forEach(card -> card.watch(null));
    }
}
