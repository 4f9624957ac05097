package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public final class Fuzzed implements Extension, Comparable<Fuzzed> {
    private final Map<Object, Object> map = new HashMap<>();
    private final List<Fuzzed> others = new ArrayList<>();
    private int rank;

    @Override
    public int compareTo(Fuzzed other) {
        return Integer.compare(rank, other.rank);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fuzzed that && rank == that.rank;
    }

    @Override
    public int hashCode() {
        return rank * 31;
    }

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, this, (self, message) -> {
            for (int i = 0; i < 20; i++) {
                Fuzzed one = new Fuzzed();
                one.rank = i * message.word(1) & 7;
                self.others.add(one);
                self.map.put(one, i);
                self.map.put(new Object(), one);
            }
            self.others.sort(null);
            TreeMap<Integer, String> sorted = new TreeMap<>();
            for (Object key : self.map.keySet()) {
                sorted.merge(key.hashCode() & 3, "x", (a, b) -> a + b);
            }
            self.map.put(sorted, self.others.size());
        });
    }
}
