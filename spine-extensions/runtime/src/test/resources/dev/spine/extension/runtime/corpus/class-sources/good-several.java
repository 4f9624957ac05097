package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import java.util.HashMap;
import java.util.Map;

public final class Fuzzed implements Extension {
    private enum Order { ADD, DROP, SHOW { @Override int weight() { return 9; } }; int weight() { return ordinal(); } }

    private record Entry(String name, int value, Order order) {}

    private sealed interface Shape permits Square, Round {}

    private record Square(int side) implements Shape {}

    private record Round(long radius) implements Shape {}

    private final Map<Order, Entry> entries = new HashMap<>();

    private static long area(Shape shape) {
        return switch (shape) {
            case Square(int side) -> (long) side * side;
            case Round round when round.radius > 5 -> 3 * round.radius * round.radius;
            case Round round -> round.hashCode();
        };
    }

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, this, (self, message) -> {
            for (Order order : Order.values()) {
                Entry entry = new Entry(order.name(), order.weight() + message.word(0), order);
                Entry before = self.entries.put(order, entry);
                if (before != null && !before.equals(entry)) {
                    self.entries.remove(order);
                }
                switch (order) {
                    case ADD -> context.counter(entry.toString().substring(0, 8)).add(area(new Square(message.word(1))));
                    case DROP -> context.counter("round").add(area(new Round(message.word(1))));
                    default -> self.entries.hashCode();
                }
            }
        });
    }
}
