package dev.spine.iop.count;

/**
 * Counters that several threads write.
 *
 * @param <E> the enum of the counters
 */
public class SharedCounters<E extends Enum<E> & CounterName> extends Counters<E> {
    /**
     * All at 0.
     *
     * @param names the enum of the counters
     */
    protected SharedCounters(Class<E> names) {
        super(names);
    }

    @Override
    final void add(long[] all, int at, long amount) {
        VALUE.getAndAdd(all, at, amount);
    }
}
