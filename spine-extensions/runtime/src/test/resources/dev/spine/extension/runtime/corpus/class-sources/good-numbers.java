package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import java.util.List;

public final class Fuzzed implements Extension {
    private static final int LIMIT = 97;
    private static final String NAME = "numbers";
    private static final List<Integer> PRIMES = List.of(2, 3, 5, 7);
    private double mean;

    private static <T extends Comparable<T>> T larger(T one, T other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, this, (self, message) -> {
            long product = 1;
            for (int prime : PRIMES) {
                product = Math.floorMod(product * prime + message.word(1), LIMIT);
            }
            self.mean = (self.mean + product) / 2 + Math.sqrt(larger(3, 4));
            int bits = Long.bitCount(product) << 3 | Integer.reverse(message.word(0)) >>> 28;
            context.counter(NAME + Integer.toHexString(bits)).increment();
        });
    }
}
