package dev.spine.perf.forward;

import dev.spine.device.wire.capture.SentListener;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Where forwarded packets end: counts them, finds out which one of all that were offered each is, compares it, and takes the latency of
 * one in sixteen.
 *
 * <p>A packet's place in the lap tells its number among all, also behind losses, as long as fewer than half a lap are lost in a row.
 * Written by the agent of the card that sends; what others read while packets come, {@link #received} and such, may be read by any.
 */
final class FarEnd implements SentListener {
    /** Eleven days: a described machine may take a second for a packet, and have thousands before it. */
    private static final long HIGHEST_NS = 1_000_000_000_000_000L;
    /** So many packets are acknowledged at once. */
    private static final int BATCH = 32;
    /** Latencies are taken of one packet in so many, chosen at random: what is measured shares its processor with who measures. */
    private static final int TIMED_ONE_IN = 16;
    private static final VarHandle RECEIVED = handle("received");
    private static final VarHandle LAST_NS = handle("lastNs");
    private static final VarHandle WRONG = handle("wrong");

    private final ForwardPackets packets;
    private final AgentContext agent;
    private final @Nullable DeliveryList<Integer> acknowledgements;
    private final Histogram latencies = new Histogram(1, HIGHEST_NS, 3);
    /** Each has one writer, the agent. */
    private long received;
    @SuppressWarnings("UnusedVariable") // read by its handle
    private long lastNs;
    private long wrong;
    private long number = -1;
    private int unacknowledged;
    private int untilTimed = 1;
    /** State of the generator that chooses which packets are timed. */
    private int timedChoice = 0x2545F491;
    private volatile long firstTaken;
    private volatile ForwardPackets.@Nullable Expected expected;
    private volatile @Nullable LongUnaryOperator due;
    private volatile boolean acknowledging = true;

    /**
     * An end that has seen nothing.
     *
     * @param packets what can come
     * @param agent the one that calls this
     * @param acknowledgements of the wire that offers packets, when nobody else acknowledges
     */
    FarEnd(ForwardPackets packets, AgentContext agent, @Nullable DeliveryList<Integer> acknowledgements) {
        this.packets = packets;
        this.agent = agent;
        this.acknowledgements = acknowledgements;
    }

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(FarEnd.class, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Begins again from 0, with the first packet of a lap. While nothing comes.
     *
     * @param dueNs when each packet was due, by its number, or null to take no latencies
     * @param compare what packets have to be, or null to compare none
     */
    void begin(@Nullable LongUnaryOperator dueNs, ForwardPackets.@Nullable Expected compare) {
        begin(dueNs, 0, compare);
    }

    /**
     * Begins again from 0, with the first packet of a lap. While nothing comes.
     *
     * @param dueNs when each packet was due, by its number, or null to take no latencies
     * @param from the number of the first packet of which the latency is taken
     * @param compare what packets have to be, or null to compare none
     */
    void begin(@Nullable LongUnaryOperator dueNs, long from, ForwardPackets.@Nullable Expected compare) {
        firstTaken = from;
        latencies.reset();
        number = -1;
        wrong = 0;
        due = dueNs;
        expected = compare;
        RECEIVED.setVolatile(this, 0L);
    }

    /** Somebody else acknowledges packets from now on. Before packets come. */
    void leaveAcknowledging() {
        acknowledging = false;
    }

    @Override
    public void onSent(MemorySegment memory, long offset, int length, long arrivalNs) {
        int place = packets.number(memory, offset, length);
        long step = number < 0 ? place + 1L : Math.floorMod(place - number, (long) packets.lap());
        ForwardPackets.Expected compared = expected;
        if (place < 0 || step == 0 || number >= 0 && step > packets.lap() / 2
            || compared != null && !compared.isRight(place, memory, offset, length)) {
            WRONG.setOpaque(this, wrong + 1);
        } else {
            number += step;
            LongUnaryOperator times = due;
            if (times != null && --untilTimed <= 0 && number >= firstTaken) {
                timedChoice ^= timedChoice << 13;
                timedChoice ^= timedChoice >>> 17;
                timedChoice ^= timedChoice << 5;
                untilTimed = 1 + (timedChoice & 2 * TIMED_ONE_IN - 1);
                // Not the agent's time, which is that of the beginning of its cycle: the packet has left after the work of this one.
                long left = Math.max(arrivalNs, agent.readClockNs());
                latencies.recordValue(Math.clamp(left - times.applyAsLong(number), 1, HIGHEST_NS));
            }
        }
        LAST_NS.setOpaque(this, arrivalNs);
        RECEIVED.setOpaque(this, received + 1);
        if (acknowledging && acknowledgements != null && ++unacknowledged == BATCH) {
            agent.deliver(acknowledgements, unacknowledged);
            unacknowledged = 0;
        }
    }

    /** {@return frames that have come; any thread} */
    long received() {
        return (long) RECEIVED.getOpaque(this);
    }

    /** {@return when the last one came; any thread} */
    long lastNs() {
        return (long) LAST_NS.getOpaque(this);
    }

    /** {@return frames that are none of those offered, came twice, out of order, or were compared and are not what they have to be} */
    long wrong() {
        return (long) WRONG.getOpaque(this);
    }

    /** {@return latencies since the beginning, of one packet in sixteen, chosen at random; while nothing comes} */
    Histogram latencies() {
        return latencies;
    }
}
