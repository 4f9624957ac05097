package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Map;

/** What each {@link Op} costs on one kind of processor, in picoseconds. Immutable. */
// The table is looked up for every charge, and its indices never leave this class.
@SuppressWarnings("EnumOrdinal")
public class CostTable {
    private final long[] picoseconds;

    private CostTable(long[] picoseconds) {
        this.picoseconds = picoseconds;
    }

    /**
     * The same costs, for a table that does more with them.
     *
     * @param same another table
     */
    protected CostTable(CostTable same) {
        this(same.picoseconds);
    }

    /**
     * A table from cycles.
     *
     * @param clockHz the processor's clock, at least 1
     * @param cycles cycles per operation; an operation that is missing costs nothing
     * @return the table, rounded to whole picoseconds
     */
    public static CostTable ofCycles(long clockHz, Map<Op, Double> cycles) {
        return ofCycles(clockHz, cycles, MemoryTiming.AS_FAST_AS_THE_PROCESSOR);
    }

    /**
     * A table from cycles of a processor that waits for its memory.
     *
     * @param clockHz the processor's clock, at least 1
     * @param cycles cycles per operation while the cache has everything; an operation that is missing costs nothing
     * @param memory what each of these cycles waits for
     * @return the table, rounded to whole picoseconds
     */
    public static CostTable ofCycles(long clockHz, Map<Op, Double> cycles, MemoryTiming memory) {
        checkArgument(clockHz >= 1, "a processor's clock must be at least 1 Hz, got %s", clockHz);
        double wait = memory.picosecondsPerCycle();
        long[] table = new long[Op.values().length];
        cycles.forEach((op, count) -> table[op.ordinal()] = Math.round(count * 1e12 / clockHz + count * wait));
        return new CostTable(table);
    }

    /**
     * {@return the same with an operation for which the processor also stands still, whatever its clock}
     *
     * @param op the operation, for example {@link Op#REGISTER_READ}
     * @param stallPs for how long, in picoseconds, at least 0
     */
    public CostTable stalledBy(Op op, long stallPs) {
        checkArgument(stallPs >= 0, "a processor stalls for at least 0 ps, got %s", stallPs);
        long[] table = picoseconds.clone();
        table[op.ordinal()] += stallPs;
        return new CostTable(table);
    }

    /**
     * {@return how many bytes the processor copies in the time of some operations; {@link Integer#MAX_VALUE} when copying costs nothing}
     *
     * @param operations each as often as it is there
     */
    public int bytesCopiedIn(Op... operations) {
        long copy = picoseconds(Op.TOUCH_BYTE);
        long time = 0;
        for (Op op : operations) {
            time += picoseconds(op);
        }
        return copy == 0 ? Integer.MAX_VALUE : (int) Math.min(time / copy, Integer.MAX_VALUE);
    }

    /**
     * {@return what {@code op} costs, in picoseconds}
     *
     * @param op the operation
     */
    public long picoseconds(Op op) {
        return picoseconds[op.ordinal()];
    }

    /**
     * {@return what an operation costs that is charged now, in picoseconds}
     *
     * @param op the operation
     */
    protected long charge(Op op) {
        return picoseconds[op.ordinal()];
    }

    /**
     * {@return what an operation costs that is charged so often now, in picoseconds}
     *
     * @param op the operation
     * @param times how often, at least 0
     */
    protected long charge(Op op, long times) {
        return picoseconds[op.ordinal()] * times;
    }
}
