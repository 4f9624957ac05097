package dev.spine.system.profile;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How many units of code each operation runs on a card and on a host, as counted: what lies in {@code operations.tsv}, which a test makes
 * and holds to the code. Immutable.
 */
public final class OperationUnits {
    /** Where the counts lie, beside the profiles. */
    public static final String FILE = "operations.tsv";
    /** Those of this version of Spine. */
    public static final OperationUnits COUNTED = read();

    private static final Units NONE = new Units(0, 0);
    private static final int COLUMNS = 4;
    /** No operation runs more code than a second of a fast card. */
    private static final int MOST = 1_000_000_000;

    /**
     * Of one operation.
     *
     * @param units that its code runs
     * @param bookkeeping beside these, units of code that Spine runs for its own sake and firmware would not
     */
    public record Units(double units, double bookkeeping) {}

    private final ImmutableMap<String, Units> counts;

    private OperationUnits(ImmutableMap<String, Units> counts) {
        this.counts = counts;
    }

    private static OperationUnits read() {
        try {
            return of(Resources.toString(Resources.getResource(OperationUnits.class, FILE), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read: build again", e);
        }
    }

    /**
     * {@return what a file says}
     *
     * @param text a line for each operation of a processor: {@code iop} or {@code host}, its name, units, units of bookkeeping; with tabs
     *     between them, and comments behind {@code #}
     * @throws IllegalArgumentException with the line, when it has other columns, when units are no number, below 0 or far too many, and
     *     when there are two of an operation
     */
    public static OperationUnits of(String text) {
        ImmutableMap.Builder<String, Units> counts = ImmutableMap.builder();
        for (String line : Splitter.on('\n').omitEmptyStrings().split(text)) {
            if (!line.startsWith("#")) {
                List<String> columns = Splitter.on('\t').splitToList(line);
                if (columns.size() != COLUMNS) {
                    throw new IllegalArgumentException("a line of " + FILE + " has " + COLUMNS + " columns: '" + line + "'");
                }
                counts.put(columns.get(0) + '.' + columns.get(1), new Units(units(columns.get(2), line), units(columns.get(3), line)));
            }
        }
        return new OperationUnits(counts.buildOrThrow());
    }

    private static double units(String text, String line) {
        double units;
        try {
            units = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            units = -1;
        }
        if (!(units >= 0 && units <= MOST)) {
            throw new IllegalArgumentException("units in " + FILE + " are a number from 0 to " + MOST + ", not '" + text + "': '" + line
                + "'");
        }
        return units;
    }

    /**
     * {@return the units of an operation: those of the other processor where this one has not been seen to do it}
     *
     * @param processor {@code iop} or {@code host}
     * @param operation its name in profiles
     */
    public Units of(String processor, String operation) {
        Units other = counts.getOrDefault((processor.equals("iop") ? "host" : "iop") + '.' + operation, NONE);
        return counts.getOrDefault(processor + '.' + operation, other);
    }

    /** {@return all of them, by processor, a dot and the operation's name} */
    public ImmutableMap<String, Units> all() {
        return counts;
    }
}
