package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.profile.ProfileKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the numbers of a machine are, it is refused in one line, or runs of it come to an end that people can read. */
class RandomProfileTest {
    private static final int FEW = 40;
    private static final int MANY = 200;
    /** Of runs, which take seconds each. */
    private static final int FEW_RUNS = 2;
    private static final int MANY_RUNS = 12;
    private static final int MAX_CHANGES = 4;

    @TempDir
    private Path scratch;

    /** Numbers at the ends of a key's range, beyond them, and anywhere between, each decade as likely as the others. */
    private static String number(SplittableRandom random, ProfileKey key) {
        List<String> words = key.words();
        if (!words.isEmpty()) {
            return words.get(random.nextInt(words.size()));
        }
        double number = switch (random.nextInt(12)) {
            case 0 -> key.least();
            case 1 -> key.most();
            case 2 -> key.most() * 10;
            case 3 -> -1;
            case 4 -> 4.9e-324;
            default -> Math.exp(random.nextDouble(Math.log(Math.max(key.least(), 1e-3)), Math.log(key.most())));
        };
        return key.isWhole() ? String.format(Locale.ROOT, "%.0f", number) : Double.toString(number);
    }

    private CommandRun run(String workload, List<String> changes) {
        List<Object> words = new ArrayList<>(List.of("compare", workload, "--engine", "modelled", "--packets", "1000", "--paths",
            "host,spine", "--html", scratch.resolve("report.html"), "--png", scratch.resolve("screen.png")));
        if (workload.equals("forward")) {
            words.addAll(List.of("--frames", "64"));
        }
        changes.forEach(change -> words.addAll(List.of("--set", change)));
        return CommandRun.of(words.toArray());
    }

    /** Tries profiles until so many have been refused or run; one that is refused costs nothing. */
    private void tryProfiles(int most, int mostRuns, long otherwise) {
        long seed = Long.getLong("spine.seed", otherwise);
        SplittableRandom random = new SplittableRandom(seed);
        List<ProfileKey> keys = ProfileKey.values();
        int runs = 0;
        for (int i = 0; i < most && runs < mostRuns; i++) {
            List<String> changes = new ArrayList<>();
            for (int n = 1 + random.nextInt(MAX_CHANGES); n > 0; n--) {
                ProfileKey key = keys.get(random.nextInt(keys.size()));
                changes.add(key.path() + "=" + number(random, key));
            }
            String notified = "spine.seed " + seed + ": " + changes;
            for (String workload : List.of("forward", "video")) {
                CommandRun run = run(workload, changes);
                assertTrue(run.code() >= 0 && run.code() <= 2, () -> notified + run);
                assertTrue(run.err().lines().count() == (run.code() == 2 ? 1 : Math.min(1, run.err().lines().count())), () -> notified
                    + run);
                assertTrue(!run.err().contains("\tat ") && !run.err().contains("Exception") && !run.err().contains("defect"),
                    () -> notified + run);
                if (run.code() == 2) {
                    break;
                }
                runs++;
            }
        }
    }

    @Test
    void everyKeyOfWordsIsTriedWithEachOfItsWordsAndNoOtherKeyIs() {
        SplittableRandom random = new SplittableRandom(1);
        Map<String, Set<String>> tried = new TreeMap<>();
        for (ProfileKey key : ProfileKey.values()) {
            for (int i = 0; i < FEW; i++) {
                String number = number(random, key);
                if (Character.isLetter(number.charAt(0))) {
                    tried.computeIfAbsent(key.path(), _ -> new TreeSet<>()).add(number);
                }
            }
        }
        assertEquals(Map.of("bus.topology", Set.of("shared", "switched"), "placement.frames", Set.of("card", "host"), "placement.packets",
            Set.of("card", "host"), "host.interrupts", Set.of("per-burst", "per-packet", "moderated"), "code.bookkeeping",
            Set.of("left-out", "charged")), tried);
    }

    @Test
    void aRandomMachineIsRefusedOrRunsToAnEnd() {
        tryProfiles(FEW, FEW_RUNS, 1);
    }

    @Test
    @Tag("full")
    void soDoManyOthers() {
        tryProfiles(MANY, MANY_RUNS, System.nanoTime());
    }
}
