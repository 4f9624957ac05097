package dev.spine.iop.engine;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.count.Counters;
import dev.spine.iop.engine.modelled.EngineObserver;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * What one agent sees of its engine: its clock, its costs, and the only ways in which it can have an effect on others.
 *
 * <p>Every method is called on the agent's own thread, from within {@link Agent#doWork} or while the system is being built.
 */
public abstract class AgentContext implements Delivery {
    /**
     * Where copying ends on the live engine, in bytes. There a DMA engine copies by a processor, too, so that all that is saved is one of
     * two copies (docs/performance.md, Forwarding).
     */
    private static final int LIVE_COPY_LIMIT = 8 << 10;

    private final String path;
    private final int index;
    private final @Nullable CostTable costs;
    private final SplittableRandom random;
    private final SplittableRandom secrets;
    private final ConcurrentSkipListMap<String, Counters<?>> counters = new ConcurrentSkipListMap<>();
    /** Picoseconds charged since the step began; stays 0 on the live engine. */
    private long chargedPs;

    /**
     * Made by an engine.
     *
     * @param path the component path
     * @param index the engine's index of the agent
     * @param seed the run's seed
     * @param costs what operations cost on the agent's processor, or null when time is the wall clock's
     */
    protected AgentContext(String path, int index, long seed, @Nullable CostTable costs) {
        this.path = path;
        this.index = index;
        this.costs = costs;
        this.random = RandomStreams.of(seed, path);
        this.secrets = RandomStreams.of(seed, path + " secrets");
    }

    /** {@return the component path} */
    public final String path() {
        return path;
    }

    /**
     * Has what a part counts listed with this agent's. A part that is made anew takes the place of the one before it. Any thread.
     *
     * @param part its name on this agent
     * @param counted its counters
     */
    public final void counts(String part, Counters<?> counted) {
        counters.put(part, counted);
    }

    /**
     * Takes counters off the list, under all names that they have there; nothing happens when they are not listed. Any thread.
     *
     * @param counted those of a part that ends
     */
    public final void countsNoMore(Counters<?> counted) {
        counters.values().removeIf(other -> other == counted);
    }

    /** {@return what the parts of this agent count, by the parts' names, in their order; any thread} */
    public final SortedMap<String, Counters<?>> counters() {
        return Collections.unmodifiableSortedMap(counters);
    }

    /** {@return the engine's index of this agent} */
    public final int index() {
        return index;
    }

    /** {@return whether time is modelled; only measurement, error messages and what counts for that time alone may ask} */
    public final boolean isModelled() {
        return costs != null;
    }

    /** {@return this agent's own stream of randomness, derived from (seed, path)} */
    public final SplittableRandom random() {
        return random;
    }

    /**
     * {@return 64 random bits for a number that is a right: whoever has seen others cannot tell it}. On the live engine the operating
     * system's, whatever the seed; on the modelled engine, which has no strangers, a stream of its own, so that runs repeat. May take a
     * microsecond and allocate: not for data paths.
     */
    public long secret() {
        return secrets.nextLong();
    }

    /**
     * Charges one operation to this agent's processor. Free on the live engine: one branch on a final field.
     *
     * @param op what was done
     */
    public final void charge(Op op) {
        if (costs != null) {
            chargedPs += costs.charge(op);
        }
    }

    /**
     * Charges an operation several times, for example once per byte copied by the processor.
     *
     * @param op what was done
     * @param times how often, at least 0
     */
    public final void charge(Op op, long times) {
        if (costs != null) {
            chargedPs += costs.charge(op, times);
        }
    }

    /**
     * {@return up to how many bytes this agent's processor copies for no more than operations cost by which others would move them}
     *
     * @param instead the operations, for example those of a message and of a transfer
     */
    public final int copyLimit(Op... instead) {
        return costs == null ? LIVE_COPY_LIMIT : costs.bytesCopiedIn(instead);
    }

    /** {@return where structures of I/O lie on the described machine; as I2O has it where time is the wall clock's} */
    public DataPlacement placement() {
        return DataPlacement.OF_I2O;
    }

    /** {@return for what the cards of the described machine interrupt its host; once for a burst where time is the wall clock's} */
    public HostInterrupts hostInterrupts() {
        return HostInterrupts.PER_BURST;
    }

    /** {@return picoseconds charged since the step began; for the engine} */
    protected final long chargedPs() {
        return chargedPs;
    }

    /** Forgets what was charged; for the engine, at the start of a step. */
    protected final void clearCharges() {
        chargedPs = 0;
    }

    /** {@return this agent's time in nanoseconds: its local clock when modelled, the clock reading of this duty cycle when live} */
    public abstract long nowNs();

    /**
     * {@return the time in the middle of a step, in nanoseconds on the scale of {@link #nowNs()}: the same when modelled, a new reading of
     * the clock, which costs some tens of nanoseconds, when live}
     */
    public long readClockNs() {
        return nowNs();
    }

    /**
     * {@return nanoseconds that this agent's thread has had a processor when live, its local clock when modelled; only differences mean
     * something} Takes some tenths of a microsecond.
     */
    public long processorNs() {
        return nowNs();
    }

    /**
     * Asks for a step no later than {@code timeNs}. Only the earliest request counts; a step forgets it.
     *
     * @param timeNs on the scale of {@link #nowNs()}
     */
    public abstract void wakeAt(long timeNs);

    /**
     * Asks for a step at the next delivery to a list that this agent does not consume but found empty, for example a free list.
     *
     * @param list the list that was found empty
     */
    public abstract void wakeMe(DeliveryList<?> list);

    /**
     * Says in a step that did work that another one right after it would find nothing: what comes later is delivered to a list that this
     * agent consumes or waits for, or is asked for by {@link #wakeAt}. The modelled engine then takes no step to find that out. For agents
     * that know it without looking once more, as wires do; whoever says it while something is left may leave it there forever.
     */
    public void nothingLeft() {
        // A live agent is asked in every cycle anyway.
    }

    /**
     * Declares that this agent consumes {@code list}: every delivery to it causes a step. Called while the system is built or connected.
     *
     * @param list a list that no other agent consumes
     */
    public final void consumes(DeliveryList<?> list) {
        list.bindConsumer(index);
        bound(list);
    }

    /** A list was bound to this agent; for the engine. */
    protected void bound(DeliveryList<?> list) {
        // The modelled engine finds the consumer in the list.
    }

    /**
     * Ends the sleep of this agent's thread, or keeps it from falling asleep once: for a thread that is no agent's and has delivered
     * something. Any thread; costs a fence while the agent's thread is awake. Nothing on the modelled engine, which has no such threads.
     */
    public void wakeFromOutside() {
        // A modelled agent is woken by the delivery.
    }

    /**
     * Says that this agent is interrupt-driven: when it has nothing to do, its thread shall sleep until something is delivered to a list
     * that it consumes, or until its timer. Called first of all, while the agent is made. On the modelled engine agents sleep anyway.
     */
    public void sleepUntilDelivery() {
        // The modelled engine repeats no step that found nothing.
    }

    /**
     * Declares that a wire leads from this agent to another one: when they are in different nodes, nothing that one does reaches the other
     * earlier than the wire's shortest frame, and the modelled engine may execute nodes side by side for as long. For wires, while the
     * system is built. Means nothing on the live engine.
     *
     * @param other the agent at the other end
     * @param wire its name, for messages
     * @param leastNs how long its shortest frame takes, at least 0
     */
    public void meets(AgentContext other, String wire, long leastNs) {
        // Live agents meet at once.
    }

    /**
     * Declares that this agent takes objects from a list to which their users return them, and is not woken by that. When a user is in
     * another node, an object is in flight for {@code returnNs} on the modelled engine: what is free there is known here only then. For
     * wires, while the system is built.
     *
     * @param list a list that no other agent takes from
     * @param returnNs at least what the shortest frame takes on the wire that joins them
     */
    public void takesBack(DeliveryList<?> list, long returnNs) {
        // Live lists are where everybody sees them.
    }

    /**
     * Delivers after a further delay in the same agent's order.
     *
     * @param <T> what the list carries
     * @param list where to
     * @param item what
     * @param delayNs at least 0; the live engine delivers no earlier than that
     */
    public abstract <T> void deliver(DeliveryList<T> list, T item, long delayNs);

    @Override
    public final <T> void deliver(DeliveryList<T> list, T item) {
        deliver(list, item, 0);
    }

    /**
     * Hands a transfer to a DMA engine. Its completion arrives in the transfer's completion list on both engines.
     *
     * @param engine the DMA engine of the initiator's bus agent
     * @param transfer prepared runs; belongs to the engine until it arrives in its completion list
     */
    public abstract void submit(DmaEngine engine, Transfer transfer);

    /**
     * Enters programmed I/O over the bus: the bus is taken for these bytes when modelled, and the account of the agent's bus agent notes
     * them.
     *
     * @param engine identifies the bus agent whose account is charged
     * @param target the bus agent whose memory or register is written or read
     * @param bytes control bytes that crossed, for example a frame's size
     */
    public abstract void programmedIo(DmaEngine engine, BusAgent target, int bytes);

    /**
     * Says that a frame which this agent sends occupies one direction of a wire: for an {@link EngineObserver}, nothing without one. Wires
     * keep their own time.
     *
     * @param wire name of wire and direction
     * @param fromNs when its first bit leaves, on the scale of {@link #nowNs()}
     * @param toNs when its last bit has left
     * @param memory holds the frame
     * @param offset of its first byte
     * @param length its bytes
     */
    public void occupies(String wire, long fromNs, long toNs, MemorySegment memory, long offset, int length) {
        // Nobody looks on.
    }

    /**
     * {@return the thread that does what would hold up this agent's messages, or null when there is none: do it at once}. There is none on
     * the modelled engine, where everything has its place in one order.
     */
    public @Nullable WorkerThread workerThread() {
        return null;
    }

    /**
     * Says that this agent runs code of others, on which the watchdog of the live engine looks. While the system is built, or on the agent.
     *
     * @param code finds out what runs
     */
    public void addGuests(GuestCode code) {
        // Fuel ends everything in modelled time, and nobody waits in real time.
    }

    /**
     * The opposite of {@link #addGuests}.
     *
     * @param code what was added
     */
    public void removeGuests(GuestCode code) {
        // None was added.
    }

    /**
     * Tells whoever runs the system something that he has to know, in one line. Not for data paths.
     *
     * @param line without a line end
     */
    public void warn(String line) {
        // Nobody runs a modelled system for others.
    }

    /** {@return a fence for revocations by this agent; made while the system is being built, kept forever} */
    public abstract RevocationFence newFence();
}
