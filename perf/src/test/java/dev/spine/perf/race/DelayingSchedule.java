package dev.spine.perf.race;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.Schedule;
import java.util.SplittableRandom;

/** Delays messages, packets and transfers at random, most of them not at all and some for long. */
final class DelayingSchedule extends Schedule {
    private static final int ONE_IN = 4;

    private final SplittableRandom random;
    private final long mostNs;
    private boolean delaying;

    /** Delays by less than {@code mostNs}, from {@link #begin} on. */
    DelayingSchedule(long seed, long mostNs) {
        this.random = new SplittableRandom(seed);
        this.mostNs = mostNs;
    }

    void begin() {
        delaying = true;
    }

    private long some() {
        return delaying && random.nextInt(ONE_IN) == 0 ? random.nextLong(mostNs) : 0;
    }

    @Override
    protected long delayNs(String from, DeliveryList<?> list, Object item) {
        return list.name().endsWith(" post") || list.name().endsWith(" arrivals") ? some() : 0;
    }

    @Override
    protected long delayNs(String from, Transfer transfer) {
        return some();
    }
}
