package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntBinaryOperator;

/** Does work that follows tables, hash codes, texts, switches and lambdas, as much of it as word 0 of a message says. */
public final class Repeater implements Extension {
    private enum Colour { RED, GREEN, BLUE }

    private record Point(int x, Colour colour) {}

    private static final class Plain {
        private int touched;
    }

    private final Map<Object, Integer> table = new HashMap<>();
    private final Set<Object> all = new HashSet<>();
    private final List<Plain> plain = new ArrayList<>();
    private long result;

    /** Loaded by the runtime. */
    public Repeater() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, this, (self, message) -> self.work(message.word(0)));
    }

    private void work(int amount) {
        IntBinaryOperator mix = (a, b) -> a * 31 + b;
        for (int i = 0; i < amount; i++) {
            Plain one = new Plain();
            plain.add(one);
            table.put(one, i);
            table.put(Colour.values()[i % 3], i);
            table.put(new Point(i & 7, Colour.BLUE), i);
            all.add(new Object());
            result += switch ("k" + i % 4) {
                case "k0" -> one.hashCode();
                case "k1" -> Colour.RED.hashCode();
                case "k2" -> String.valueOf((Object) one).length();
                default -> mix.applyAsInt(i, all.size());
            };
        }
        for (Map.Entry<Object, Integer> entry : table.entrySet()) {
            for (int i = 0; i < (entry.getKey().hashCode() & 63); i++) {
                result = result * 31 + entry.getValue();
            }
        }
        for (Plain one : plain) {
            one.touched++;
            result += one.touched;
        }
        if (plain.size() > 40) {
            plain.clear();
            table.clear();
            all.clear();
        }
    }
}
