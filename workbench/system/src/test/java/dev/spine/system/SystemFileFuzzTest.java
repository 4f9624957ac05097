package dev.spine.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.fuzz.Fuzz;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever stands in a system file, it is a system or one line that says what is wrong; nothing else is thrown. */
class SystemFileFuzzTest {
    private static final String[] WORDS = {
        "[[iop]]", "[[iop.device]]", "[[wire]]", "[[iop.device.monitor]]", "name", "kind", "=", "\"", "'", "\n", "#", "true",
        "false", "1", "-1", "9223372036854775808", "1e309", "nan", "1979-05-27", "\"disk\"", "\"lan\"", "\"display\"", "size",
        "\"64M\"", "\"1T\"", "wire", "\"cable\"", "{", "}", "[", "]", ",", ".", "profile", "seed", "\\u0000", "\u00e9",
        "width", "format", "frame-bytes", "file", "\"/dev/null\"", "\"..\""
    };

    private final SystemFile files = SpineComponent.create().systemFile();
    private final Fuzz fuzz = Fuzz.over(SystemFileFuzzTest.class, "toml").generating(SystemFileFuzzTest::words);

    private static byte[] words(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i >= 0; i--) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextBoolean() ? " " : "");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void anyTextIsASystemOrOneLineOfWhatIsWrong() {
        fuzz.briefly(this::outcome);
    }

    @Test
    @Tag("full")
    void anyTextIsASystemOrOneLineOfWhatIsWrongForLong() {
        fuzz.atLength(this::outcome);
    }

    private Object outcome(byte[] input) {
        try {
            SystemDescription system = files.read("fuzz.toml", new String(input, StandardCharsets.UTF_8));
            return system.iops().size();
        } catch (SystemFileException e) {
            String message = String.valueOf(e.getMessage());
            assertEquals(1, message.lines().count(), message);
            assertTrue(message.startsWith("fuzz.toml"), message);
            return message.replaceAll("'[^']*'|\"[^\"]*\"|[0-9]+", "*").substring(0, Math.min(40, message.length() / 2));
        }
    }
}
