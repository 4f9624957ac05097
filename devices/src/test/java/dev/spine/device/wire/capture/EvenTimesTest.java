package dev.spine.device.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvenTimesTest {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final EvenTimes times = new EvenTimes();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 7, 1_000, 999_999_937, 1_000_000_000})
    void eachTimeIsTheWholePartOfItsShareOfASecond(long rate) {
        times.begin(rate);
        for (long number = 1; number < 10_000; number++) {
            assertEquals(exact(rate, number), times.next());
        }
    }

    @Test
    void timesOfRatesAtRandomDoNotDrift() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        System.out.println("EvenTimesTest: -Dspine.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            long rate = 1 + random.nextLong(NS_PER_SECOND);
            times.begin(rate);
            long last = 0;
            for (int number = 0; number < 100_000; number++) {
                last = times.next();
            }
            assertEquals(exact(rate, 100_000), last, "rate " + rate + ", -Dspine.seed=" + seed);
        }
    }

    private static long exact(long rate, long number) {
        return BigInteger.valueOf(number).multiply(BigInteger.valueOf(NS_PER_SECOND)).divide(BigInteger.valueOf(rate)).longValueExact();
    }
}
