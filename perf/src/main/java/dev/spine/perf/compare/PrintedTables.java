package dev.spine.perf.compare;

import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonTables;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.WrappedText;
import java.io.PrintWriter;
import java.util.List;

/** Prints each table when it is known, and before it, in words, what it says. One thread at a time. */
public final class PrintedTables implements FoundTables {
    private final PrintWriter out;
    private final Detail detail;
    private final String calibration;

    /**
     * Prints what is found, as soon as it is.
     *
     * @param out where to
     * @param detail how much
     * @param calibration of the modelled machine, {@link dev.spine.system.profile.Profile#calibration}
     */
    public PrintedTables(PrintWriter out, Detail detail, String calibration) {
        this.out = out;
        this.detail = detail;
        this.calibration = calibration;
    }

    @Override
    public void onRecords(List<ComparisonRecord> rows) {
        out.println(ComparisonTables.heading(rows.getFirst()));
        String words = ComparisonWords.inShort(rows);
        if (!words.isEmpty()) {
            out.print(WrappedText.of(words, "", ""));
        }
        if ("modelled".equals(rows.getFirst().engine())) {
            out.print(WrappedText.of(calibration + ".", "", ""));
            out.print(WrappedText.of(ComparisonWords.memory(rows), "", ""));
        }
        out.print(ComparisonTables.table(rows, detail.columns()));
        if (detail == Detail.FULL) {
            rows.forEach(row -> out.printf("route of %s: %s%n", row.path(), row.route()));
        }
        out.println();
        out.flush();
    }

    @Override
    public void onSection(ResultSection section) {
        out.printf("%s%n%s%s%n%n", section.heading(), section.table(), section.text());
        out.flush();
    }
}
