package dev.spine.system.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/fidelity.md has every parameter of the bundled machines with its source; {@code -Dspine.write=true} writes them again. */
class FidelityDocumentTest {
    private static final Path PAGE = Path.of(System.getProperty("spine.root", "../.."), "docs", "fidelity.md");
    private static final String BEGIN = "<!-- parameters: FidelityDocumentTest writes what follows -->\n";

    @Test
    void everyParameterStandsThereWithItsSource() throws IOException {
        String page = Files.readString(PAGE);
        int at = page.indexOf(BEGIN);
        assertTrue(at > 0, "docs/fidelity.md has lost the line before which its text ends");
        String expected = page.substring(0, at + BEGIN.length()) + parameters();
        if (Boolean.getBoolean("spine.write")) {
            Files.writeString(PAGE, expected);
        } else {
            assertEquals(expected, page, "the profiles have changed: run this test with -Dspine.write=true");
        }
    }

    private static String parameters() {
        StringBuilder text = new StringBuilder(origins());
        Profile base = ProfileFile.load(ProfileFile.BUNDLED.getFirst());
        text.append(table(base, Map.of()));
        for (String name : ProfileFile.BUNDLED.subList(1, ProfileFile.BUNDLED.size())) {
            text.append(table(ProfileFile.load(name), base.values()));
        }
        return text.toString();
    }

    private static String origins() {
        StringBuilder text = new StringBuilder("\n| profile | parameters | published | data sheet | fitted | assumed |\n")
            .append("|---|---|---|---|---|---|\n");
        for (String name : ProfileFile.BUNDLED) {
            Profile profile = ProfileFile.load(name);
            text.append("| `").append(name).append("` | ").append(profile.values().size());
            for (Origin origin : new Origin[] {Origin.PUBLISHED, Origin.DATA_SHEET, Origin.FITTED, Origin.ASSUMED}) {
                text.append(" | ").append(profile.count(origin));
            }
            text.append(" |\n");
        }
        return text.toString();
    }

    /** What a profile has; of one that is based on another, what it has of its own. */
    private static String table(Profile profile, Map<ProfileKey, ProfileValue> base) {
        StringBuilder text = new StringBuilder("\n### ").append(profile.name()).append("\n\n").append(profile.about()).append(".\n\n");
        text.append(base.isEmpty() ? "" : "What differs from `" + ProfileFile.BUNDLED.getFirst() + "`:\n\n");
        text.append("| parameter | value | unit | source |\n|---|---|---|---|\n");
        profile.values().forEach((key, value) -> {
            if (!value.equals(base.get(key))) {
                text.append("| `").append(key.path()).append("` | ").append(value(key, value.number())).append(" | ")
                    .append(key.unit().title())
                    .append(" | ").append(value.source()).append(" |\n");
            }
        });
        return text.toString();
    }

    private static String value(ProfileKey key, double number) {
        return key.unit().isWord() ? key.unit().write(number) : number(number);
    }

    private static String number(double number) {
        return number == Math.rint(number) ? String.format("%,d", (long) number) : Double.toString(number);
    }
}
