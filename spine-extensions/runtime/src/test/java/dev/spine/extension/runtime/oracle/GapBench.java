package dev.spine.extension.runtime.oracle;

import dev.spine.extension.runtime.AttackedCard;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the longest gap that a neighbour has between two of its messages while another's one message is handled: each attack in turn
 * with a harmless program of the same fuel, five pairs, the median of the differences. A command; its argument is a regular expression for
 * names. Times are of the clock: what else the machine does is in them, in both halves of a pair alike.
 */
final class GapBench {
    private static final int PAIRS = 5;
    /** Beside what the harmless program takes, in milliseconds. */
    private static final double MAX_MS = 50;
    private static final int UNITS_OF_A_ROUND = 25;
    private static final long WATCH_NS = 20_000_000;
    private static final long PATIENCE_NS = 30_000_000_000L;
    private static final String GAP = "gap ";

    private GapBench() {}

    /** Measures; with a file of programs as its second argument it is the process that holds the card. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 2) {
            measureAll(Subject.read(Path.of(arguments[1])), Integer.parseInt(arguments[0]));
            return;
        }
        List<Subject> subjects = Attacks.subjects(arguments.length > 0 ? arguments[0] : ".*");
        Path file = Files.createTempFile("gaps", ".bin");
        System.out.printf(Locale.ROOT, "%-28s %12s %12s %12s%n", "attack", "harmless ms", "attacked ms", "more ms");
        try {
            Subject.write(subjects, file);
            for (int next = 1; next < subjects.size(); next++) {
                next = process(subjects, file, next);
            }
        } finally {
            Files.delete(file);
        }
    }

    private static int process(List<Subject> subjects, Path file, int first) throws IOException, InterruptedException {
        Process process = Machine.TIERED.start(GapBench.class, List.of(String.valueOf(first), file.toString()));
        int last = first - 1;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(GAP)) {
                    System.out.println(line.substring(GAP.length()));
                    last++;
                }
            }
        }
        if (process.waitFor() != 0) {
            System.out.printf(Locale.ROOT, "%-28s does not come back%n", subjects.get(last + 1).name());
            return last + 1;
        }
        return subjects.size();
    }

    private static void measureAll(List<Subject> subjects, int first) throws IOException {
        Map<String, byte[]> jars = new LinkedHashMap<>();
        subjects.forEach(subject -> jars.put(subject.name(), AttackedCard.jar("red." + subject.name(), subject.image())));
        try (AttackedCard card = new AttackedCard()) {
            for (int i = 0; i < 20; i++) {
                gap(card, jars.getOrDefault(Attacks.HARMLESS, new byte[0]), i + 10, 40_000);
            }
            int owner = 1000;
            for (Subject subject : subjects.subList(first, subjects.size())) {
                double[] more = new double[PAIRS];
                double[] harmless = new double[PAIRS];
                double[] attacked = new double[PAIRS];
                List<Gap> gaps = new ArrayList<>();
                for (int i = 0; i < PAIRS; i++) {
                    Gap attack = gap(card, jars.getOrDefault(subject.name(), new byte[0]), owner++, 0);
                    Gap other = gap(card, jars.getOrDefault(Attacks.HARMLESS, new byte[0]), owner++, attack.fuel / UNITS_OF_A_ROUND);
                    gaps.add(attack);
                    harmless[i] = other.ms;
                    attacked[i] = attack.ms;
                    more[i] = attack.ms - other.ms;
                }
                System.out.printf(Locale.ROOT, "%s%-28s %12.2f %12.2f %12.2f %s%n", GAP, subject.name(), median(harmless), median(attacked),
                    median(more), gaps.getFirst().fuel == 0 ? "refused" : median(more) > MAX_MS ? "TOO MUCH" : "");
                System.out.flush();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private record Gap(double ms, int fuel) {}

    /** Lets the neighbour exchange messages with the card while an instance handles one. */
    private static Gap gap(AttackedCard card, byte[] jar, int owner, int word) {
        AttackedCard.Loaded loaded = card.load(jar, owner);
        if (loaded.instance() == 0) {
            return new Gap(0, 0);
        }
        card.exchange();
        card.send(loaded.instance(), word);
        long begin = System.nanoTime();
        long last = begin;
        long longest = 0;
        boolean handled = false;
        while (!handled || last - begin < WATCH_NS) {
            card.exchange();
            long now = System.nanoTime();
            longest = Math.max(longest, now - last);
            last = now;
            handled = handled || card.isHandled(loaded.instance());
            if (now - begin > PATIENCE_NS) {
                Runtime.getRuntime().halt(3);
            }
        }
        int fuel = card.fuel(loaded.instance());
        card.unload(loaded.instance(), owner);
        return new Gap(longest / 1e6, fuel);
    }
}
