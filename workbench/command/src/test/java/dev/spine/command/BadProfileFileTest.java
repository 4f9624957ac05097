package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.spine.system.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Machine profiles with one fault each, made from the bundled one: {@code profile/faults.csv}. */
class BadProfileFileTest {
    @TempDir
    private Path scratch;

    private static String refusal(Object profile) {
        return CommandRun.of("compare", "--engine", "modelled", "--packets", 2000, "--profile", profile, "--html", "target/unused.html",
            "--png", "target/unused.png").refusal();
    }

    private Path profile(String text) throws IOException {
        return Files.writeString(scratch.resolve("machine.toml"), text);
    }

    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvFileSource(resources = "profile/faults.csv", delimiter = '|', quoteCharacter = '\'')
    void aFaultIsAnsweredInOneLineWithItsPlaceAndARemedy(String sound, @Nullable String faulty, String expected) throws IOException {
        String bundled = ProfileFile.text(ProfileFile.BUNDLED.getFirst());
        assertTrue(bundled.contains(sound), sound);
        Path file = profile(bundled.replaceFirst(Pattern.quote(sound),
            Matcher.quoteReplacement(faulty == null ? "" : faulty.replace('$', '\n'))));

        String refusal = refusal(file);
        String whole = file + expected;
        assertEquals(whole, whole.endsWith("...") ? refusal.substring(0, whole.length() - 3) + "..." : refusal);
    }

    @Test
    void theProfileOfASystemFileIsFoundBesideItAndItsFaultsAreItsOwn() throws IOException {
        Path file = profile("name = \"empty\"\n");
        Path system = Files.writeString(scratch.resolve("system.toml"), "profile = \"machine.toml\"\n[[iop]]\nname = \"a\"\n");

        assertEquals(file + ":1:1: 'host' is missing: add it; a profile says what everything costs, and from where each number is",
            CommandRun.of("boot", system).refusal());
    }

    @Test
    void aBundledProfileCopiedToAFileIsAsGood() throws IOException {
        profile(ProfileFile.text(ProfileFile.BUNDLED.getFirst()));
        Path system = Files.writeString(scratch.resolve("system.toml"), "profile = \"machine.toml\"\n[[iop]]\nname = \"a\"\n");

        CommandRun.of("boot", system, "--engine", "modelled").succeeded();
    }

    @Test
    void aNameOfNoProfileNamesThoseThereAre() {
        assertEquals("nonsense: is no bundled profile (" + String.join(", ", ProfileFile.BUNDLED)
            + "); a profile of your own is named by its file, ending in .toml", refusal("nonsense"));
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path file = scratch.resolve("nowhere.toml");
        assertEquals(file + ": there is no such file: check the name", refusal(file));
    }

    @Test
    void aFileThatMayNotBeReadIsNamed() throws IOException {
        Path file = profile("");
        assertTrue(file.toFile().setReadable(false));
        assumeFalse(Files.isReadable(file), "this user may read every file");

        assertEquals(file + ": may not be read by you: change its permissions", refusal(file));
    }
}
