package dev.spine.system.profile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Sets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every parameter of the bundled machines has a source; a page of the build's site has them all. */
class ParametersPageTest {
    private static final Path SITE = Path.of(System.getProperty("spine.root", "../.."), "workbench", "system", "target", "site");
    /** Of bundled machines: what was measured or set is of a user's own. */
    private static final Set<Origin> ORIGINS = Sets.difference(EnumSet.allOf(Origin.class), EnumSet.of(Origin.MEASURED, Origin.SET));
    private static final String HEAD = """
        # Parameters of the bundled machine profiles

        A source begins with *published*, *data sheet*, *counted*, *fitted*, *assumed* or *left out*. Each build writes this page;
        `spine profile show` prints the same of one machine.
        """;

    @Test
    void everyParameterStandsOnThePageWithItsSource() throws IOException {
        Files.writeString(Files.createDirectories(SITE).resolve("parameters.md"), HEAD + parameters());
        for (String name : ProfileFile.BUNDLED) {
            Profile profile = ProfileFile.load(name);
            profile.values().forEach((key, value) -> assertTrue(
                Origin.of(value.source()).filter(origin -> origin != Origin.SET).isPresent(), () -> name + ": " + key.path()));
        }
    }

    /** Operations and all other keys: each has a row in the manual. */
    @Test
    void everyParameterHasARowInTheManual() throws IOException {
        String manual = Files.readString(Path.of(System.getProperty("spine.root", "../.."), "docs", "system-files.md"));
        for (ProfileKey key : ProfileKey.values()) {
            assertTrue(manual.lines().anyMatch(line -> line.startsWith("|") && line.contains("| `" + key.leaf() + "` |")), key::path);
        }
    }

    /** What of the usual machine is known, and what is not. */
    @Test
    void theManualCountsTheParametersOfTheUsualMachineByTheirOrigin() throws IOException {
        String manual = Files.readString(Path.of(System.getProperty("spine.root", "../.."), "docs", "fidelity.md"));
        Profile usual = ProfileFile.load(ProfileFile.BUNDLED.getFirst());
        String table = row("`host`", usual, "host") + row("`iop`", usual, "iop") + row("`bus`, `dma`, `wire`", usual, "bus", "dma", "wire")
            + row("`card`, `memory`, `placement`, `code`", usual, "card", "memory", "placement", "code")
            + row("all", usual, "host", "iop", "bus", "dma", "wire", "card", "memory", "placement", "code");
        assertTrue(manual.contains("Of the " + usual.values().size() + " parameters of `lanai-33`"), () -> "" + usual.values().size());
        assertTrue(manual.contains(table), table);
    }

    private static String row(String title, Profile profile, String... sections) {
        StringBuilder row = new StringBuilder("| ").append(title).append(" |");
        for (Origin origin : ORIGINS) {
            long count = profile.values().entrySet().stream().filter(value -> value.getValue().origin() == origin
                && List.of(sections).contains(value.getKey().path().substring(0, value.getKey().path().indexOf('.')))).count();
            row.append(count == 0 ? " |" : " " + count + " |");
        }
        return row.append('\n').toString();
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
        StringBuilder text = new StringBuilder()
            .append("\n| profile | parameters | published | data sheet | counted | fitted | assumed | left out |\n")
            .append("|---|---|---|---|---|---|---|---|\n");
        for (String name : ProfileFile.BUNDLED) {
            Profile profile = ProfileFile.load(name);
            text.append("| `").append(name).append("` | ").append(profile.values().size());
            for (Origin origin : ORIGINS) {
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
