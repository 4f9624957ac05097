package programs;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import java.util.ArrayList;
import java.util.List;

/** Does harm in the way that an order says. */
public final class Offender implements Extension {
    private int work;
    private final List<byte[]> hoard = new ArrayList<>();

    /** Loaded by the runtime. */
    public Offender() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (given, order) -> {
            switch (order.word(0)) {
                case 1 -> throw new IllegalStateException("the test wanted this");
                case 2 -> {
                    while (order.word(0) == 2) {
                        work++;
                    }
                }
                case 3 -> {
                    while (order.word(0) == 3) {
                        hoard.add(new byte[1 << 16]);
                    }
                }
                case 4 -> Answers.give(given, depth(0), 0, 0);
                case 5 -> Answers.give(given, given.local(0).handler(), 0, 0);
                default -> Answers.give(given, order.word(0), work, 0);
            }
        });
    }

    private static int depth(int level) {
        return level < 0 ? 0 : depth(level + 1) + 1;
    }
}
