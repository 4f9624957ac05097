package dev.spine.perf.reproduce;

import dev.spine.perf.race.RaceExperiment;
import dev.spine.perf.race.RaceOutcome;
import dev.spine.perf.race.RaceVariant;
import dev.spine.system.output.OutputFile;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The window race by all its variants, in numbers and as pictures in a directory. One thread at a time. */
public final class RacePictures {
    private final Path directory;

    private RacePictures(Path directory) {
        this.directory = directory;
    }

    /**
     * {@return pictures in a directory that is there}
     *
     * @param name of the directory
     * @throws IllegalArgumentException when there is none that can be written: make it first
     */
    public static RacePictures into(String name) {
        Path directory = path(name);
        if (directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new IllegalArgumentException("'" + name + "' is no directory that can be written: make it first");
        }
        return new RacePictures(directory);
    }

    private static @Nullable Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** {@return the files that pictures in a directory would be, by the names that a person would type} */
    public static List<String> names(String directory) {
        Path into = path(directory);
        return into == null ? List.of() : Arrays.stream(RaceVariant.values()).map(variant -> into.resolve(fileOf(variant)).toString())
            .toList();
    }

    /** Finds out, before a long run, which picture could not be written. */
    public void check() {
        names(directory.toString()).forEach(name -> new OutputFile(name).check());
    }

    private static String nameOf(RaceVariant variant) {
        return variant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String fileOf(RaceVariant variant) {
        return "window-race-" + nameOf(variant) + ".png";
    }

    /** Drags by all variants; returns a table. */
    public String write(String profile, long seed, Progress progress) {
        TextTable table = new TextTable("variant", "moves", "pixels outside", "lines outside", "lines refused", "frames missed", "of",
            "packets kept", "picture");
        for (RaceVariant variant : RaceVariant.values()) {
            String name = nameOf(variant);
            progress.show("window race: " + name);
            RaceExperiment.Result result = RaceExperiment.drag(profile, variant, seed, RaceExperiment.Picture.TAKEN);
            RaceOutcome outcome = result.outcome();
            String file = fileOf(variant);
            write(directory.resolve(file), result.picture());
            table.row(name, Long.toString(outcome.moves().moved()), Long.toString(outcome.strayPixels()),
                Long.toString(outcome.strayLines()), Long.toString(outcome.refusedLines()), Integer.toString(outcome.framesMissed()),
                Integer.toString(outcome.frames()), Long.toString(outcome.kept()), file);
        }
        return System.lineSeparator() + table;
    }

    private static void write(Path file, byte @Nullable [] picture) {
        new OutputFile(file.toString()).write(picture == null ? new byte[0] : picture);
    }
}
