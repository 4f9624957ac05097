package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import java.util.List;

public final class Fuzzed implements Extension {
    private String text = "";

    private static int kind(String word) {
        return switch (word) {
            case "none", "nothing" -> 0;
            case "one" -> 1;
            case "Aa", "BB" -> 2;
            default -> word.length();
        };
    }

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, this, (self, message) -> {
            StringBuilder joined = new StringBuilder(self.text);
            for (String word : List.of("none", "one", "BB", "and more")) {
                joined.append(word).append(kind(word)).append(':');
            }
            self.text = joined + "/" + message.word(0) + message.user();
        });
    }

    @Override
    public String toString() {
        return text.repeat(2);
    }
}
