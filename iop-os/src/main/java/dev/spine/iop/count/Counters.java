package dev.spine.iop.count;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one part counts, from 0. Written by the part's own thread alone, without a locked instruction; read by any thread, which sees a
 * value that was true a moment ago.
 *
 * @param <E> the enum of the counters
 */
public class Counters<E extends Enum<E> & CounterName> {
    static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);

    private final ImmutableList<E> names;
    private final long[] values;

    /**
     * All at 0.
     *
     * @param names the enum of the counters
     */
    protected Counters(Class<E> names) {
        this.names = ImmutableList.copyOf(names.getEnumConstants());
        this.values = new long[this.names.size()];
    }

    /** {@return the counters, in the order of their enum} */
    public final ImmutableList<E> names() {
        return names;
    }

    /**
     * Counts one. For the writer.
     *
     * @param counter which
     */
    public final void increment(E counter) {
        add(counter, 1);
    }

    /**
     * Counts several. For the writer.
     *
     * @param counter which
     * @param amount how many
     */
    public final void add(E counter, long amount) {
        add(values, counter.ordinal(), amount);
    }

    void add(long[] all, int at, long amount) {
        VALUE.setRelease(all, at, all[at] + amount);
    }

    /**
     * {@return the count so far} Any thread.
     *
     * @param counter which
     */
    public final long get(E counter) {
        return (long) VALUE.getAcquire(values, counter.ordinal());
    }

    /** {@return every count by its label, in the order of the enum} Any thread. */
    public final ImmutableMap<String, Long> byLabel() {
        ImmutableMap.Builder<String, Long> counts = ImmutableMap.builder();
        names.forEach(counter -> counts.put(counter.label(), get(counter)));
        return counts.buildOrThrow();
    }

    /** Every counter that is not 0, for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (E counter : names) {
            long count = get(counter);
            if (count != 0) {
                text.append(text.isEmpty() ? "" : ", ").append(counter.label()).append(' ').append(count);
            }
        }
        return text.isEmpty() ? "nothing" : text.toString();
    }
}
