package dev.spine.command.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.fuzz.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a client sends, it is a request that can be written again or a refusal of one line; nothing else is thrown. */
class ControlRequestFuzzTest {
    private static final String[] WORDS = {
        "{", "}", "[", "]", ",", ":", "\"spine\":1", "\"do\":", "\"status\"", "\"load\"", "\"send\"", "\"unload\"", "\"replace\"",
        "\"image\":\"UEsDBA==\"", "\"extension\":1", "\"handler\":255", "\"words\":[1,-1]", "\"parameters\":{\"a\":\"b\"}", "\"tied\":true",
        "\"program-load\"", "\"file\":\"AAE=\"", "\"program\":1", "\"spine\":2",
        "\"on\":\"nic\"", "\"id\":7", "null", "1e9", "-0", "9223372036854775808", "\"\\ud800\"", "\"\\u0000\"", " ", "\"", "\\"
    };

    private final Fuzz fuzz = Fuzz.over(ControlRequestFuzzTest.class, "requests").generating(ControlRequestFuzzTest::words);

    private static byte[] words(Random random) {
        StringBuilder text = new StringBuilder("{\"spine\":1,\"do\":");
        for (int i = random.nextInt(14); i >= 0; i--) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextBoolean() ? "," : "");
        }
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void anyLineIsARequestOrARefusal() {
        fuzz.briefly(this::outcome);
    }

    @Test
    @Tag("full")
    void anyLineIsARequestOrARefusalForLong() {
        fuzz.atLength(this::outcome);
    }

    private Object outcome(byte[] input) throws RequestException {
        ControlRequest.Numbered numbered;
        try {
            numbered = ControlRequest.parse(input);
        } catch (RequestException e) {
            String message = String.valueOf(e.getMessage());
            assertEquals(1, message.lines().count(), message);
            assertTrue(message.length() < 1_000, message);
            return e.reason() + message.replaceAll("'[^']*'|\"[^\"]*\"|[0-9]+", "*").substring(0, Math.min(30, message.length() / 2));
        }
        byte[] again = numbered.request().line(numbered.id()).strip().getBytes(StandardCharsets.UTF_8);
        assertEquals(numbered, ControlRequest.parse(again));
        return numbered.request().word();
    }
}
