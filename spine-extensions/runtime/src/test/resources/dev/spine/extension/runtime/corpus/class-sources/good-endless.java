package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

public final class Fuzzed implements Extension {
    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, this, (self, message) -> {
            long i = 0;
            while (true) {
                try {
                    i += self.hashCode();
                    if (i % 7 == 0) {
                        throw new RuntimeException("again");
                    }
                } catch (Throwable e) {
                    i++;
                } finally {
                    i++;
                }
            }
        });
    }

    @Override
    public int hashCode() {
        return toString().length();
    }

    @Override
    public String toString() {
        return "endless" + new Object[3].length;
    }
}
