package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

public final class Fuzzed implements Extension {
    private int depth;

    private int fall(int left) {
        try {
            depth++;
            return left == 0 ? 1 / left : fall(left - 1) + 1;
        } catch (ArithmeticException e) {
            throw new IllegalStateException("at " + left, e);
        } finally {
            depth--;
        }
    }

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, this, (self, message) -> {
            for (int i = 0; i < 5; i++) {
                try {
                    self.fall(i + message.word(0));
                } catch (IllegalStateException e) {
                    self.depth += e.getMessage().length();
                }
            }
            if (message.word(0) > 1) {
                throw new UnsupportedOperationException();
            }
        });
    }
}
