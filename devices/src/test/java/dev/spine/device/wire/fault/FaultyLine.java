package dev.spine.device.wire.fault;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A link with faults from its port 0 to its port 1, where they are sent or where they are received. */
final class FaultyLine {
    static final int FRAME_BYTES = 64;
    private static final int BUFFERS = 2_048;

    /** Where the faults are. */
    enum End { SENT, RECEIVED }

    /**
     * A frame that has arrived.
     *
     * @param behind the last frame that had been sent then
     * @param number its own
     * @param wrongBits of it
     */
    record Arrival(int behind, int number, int wrongBits) {}

    final HandAgent sender = HandAgent.modelled("iop1");
    final HandAgent receiver = HandAgent.modelled("iop2");
    final WirePort from;
    final WirePort to;
    final FaultCounters counters;
    private final MemorySegment frame = Frames.frame(1, 2, 0, FRAME_BYTES);
    private final MemorySegment expected = Frames.frame(1, 2, 0, FRAME_BYTES);
    private int last = -1;

    FaultyLine(End end, WireFaults faults, long seed) {
        this(end, faults, seed, Wire.IMMEDIATE);
    }

    FaultyLine(End end, WireFaults faults, long seed, WireTiming timing) {
        this(end, faults, seed, new LinkWire("cable", timing, BUFFERS, WirePort.ETHERNET_PACKET_BYTES));
    }

    FaultyLine(End end, WireFaults faults, long seed, Wire inside) {
        FaultyWire.Builder builder = FaultyWire.around(inside).seed(seed);
        FaultyWire wire = (end == End.SENT ? builder.sent(0, faults) : builder.received(1, faults)).build();
        from = wire.ports().get(0);
        to = wire.ports().get(1);
        from.attach(sender);
        to.attach(receiver);
        @Nullable FaultCounters ours = end == End.SENT ? ((FaultyPort) from).sentFaults() : ((FaultyPort) to).receivedFaults();
        counters = Objects.requireNonNull(ours);
    }

    /** Sends a frame; false: the wire can take none now. */
    boolean trySend(int number) {
        Frames.renumber(frame, number);
        boolean left = from.trySend(sender, frame, 0, FRAME_BYTES);
        last = left ? number : last;
        return left;
    }

    /** Takes what has arrived. */
    List<Arrival> take() {
        List<Arrival> arrivals = new ArrayList<>();
        // A device looks at its port in each step, which also lets frames out.
        from.receive(sender);
        for (Packet packet = to.receive(receiver); packet != null; packet = to.receive(receiver)) {
            int number = Frames.number(packet.memory(), packet.offset());
            arrivals.add(new Arrival(last, number, wrongBits(packet, number)));
            packet.release(receiver);
        }
        return arrivals;
    }

    /** A frame is the last one, perhaps with a wrong bit, or an older one. */
    private int wrongBits(Packet packet, int number) {
        int wrong = differingBits(packet, last);
        return wrong <= 1 ? wrong : differingBits(packet, number);
    }

    private int differingBits(Packet packet, int number) {
        Frames.renumber(expected, number);
        int differing = 0;
        for (int i = 0; i < FRAME_BYTES; i++) {
            int one = expected.get(ValueLayout.JAVA_BYTE, i);
            int other = packet.memory().get(ValueLayout.JAVA_BYTE, packet.offset() + i);
            differing += Integer.bitCount((one ^ other) & 0xFF);
        }
        return differing;
    }

    /** Sends numbered frames from 0 on, one by one, and takes what arrives after each. */
    List<Arrival> run(int frames) {
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < frames; i++) {
            while (!trySend(i)) {
                long waitNs = Math.max(1, from.sendableAtNs(sender) - sender.nowNs());
                sender.advance(waitNs);
                receiver.advance(waitNs);
            }
            arrivals.addAll(take());
        }
        return arrivals;
    }

    long count(FaultCounters.Counter counter) {
        return counters.get(counter);
    }
}
