package dev.spine.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine compare ardma}: the figures of docs/comparisons.md, to the last digit. */
@Tag("AR-04")
@Tag("AR-17")
@Tag("AR-23")
@Timeout(120)
class ArdmaDocumentTest {
    private static final List<String> PROFILES = List.of("lanai-33", "dpu-pcie5");
    private static final List<String> PATHS = List.of("rpc", "direct", "active", "once");
    private static final List<String> TABLES = List.of("table50-1024", "table90-1024");

    @TempDir
    private Path scratch;

    private List<Map<String, Object>> records(String profile) throws IOException {
        return JsonRecords.parse(CommandRun.of("compare", "ardma", "--profile", profile, "--structures",
            "list-1,list-2,list-10,list-100,tree-1,tree-2,tree-3,tree-4,tree-5", "--thresholds", "0,1,2,4,8", "--json", "-", "--html",
            scratch.resolve(profile + ".html")).succeeded().out());
    }

    private static String number(Object value) {
        double number = (Double) value;
        return String.format(Locale.ROOT, number >= 100 ? "%,.0f" : "%.1f", number);
    }

    private static String cells(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static Object field(Map<String, Object> fields, String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }

    @Test
    void theFiguresAreAsTheyAreWritten() throws IOException {
        Map<String, List<String>> lookups = new LinkedHashMap<>();
        Map<String, List<String>> crossings = new LinkedHashMap<>();
        Map<String, List<String>> thresholds = new LinkedHashMap<>();
        Map<String, String> trips = new LinkedHashMap<>();
        for (String profile : PROFILES) {
            for (Map<String, Object> fields : records(profile)) {
                String structure = field(fields, "structure").toString();
                String path = field(fields, "path").toString();
                if (fields.containsKey("threshold")) {
                    thresholds.computeIfAbsent(field(fields, "threshold").toString(), _ -> new ArrayList<>())
                        .add(structure + " " + profile + " " + number(field(fields, "latencyUs")));
                } else if (fields.containsKey("fasterFromDepth")) {
                    crossings.computeIfAbsent("`" + path + "` is faster than `direct`: " + structure, _ -> new ArrayList<>())
                        .add((Boolean) field(fields, "isEverFaster") ? number(field(fields, "fasterFromDepth")).replace(".0", "")
                            : "never");
                } else {
                    lookups.computeIfAbsent(structure, _ -> new ArrayList<>()).add(number(field(fields, "latencyUs")));
                    if (path.equals("direct")) {
                        trips.put(structure, number((Double) field(fields, "roundTrips") / (Double) field(fields, "lookups"))
                            .replace(".0", ""));
                    }
                }
            }
        }
        StringBuilder lookupRows = new StringBuilder();
        lookups.forEach((structure, cells) -> lookupRows.append(cells(
            Stream.of(Stream.of("`" + structure + "`"), cells.stream(), Stream.of(trips.get(structure))).flatMap(each -> each).toList())));
        StringBuilder crossingRows = new StringBuilder();
        crossings.forEach((what, cells) -> crossingRows.append(cells(Stream.concat(Stream.of(what), cells.stream()).toList())));
        StringBuilder thresholdRows = new StringBuilder();
        thresholds.forEach((threshold, cells) -> {
            List<String> row = new ArrayList<>(List.of(threshold));
            for (String profile : PROFILES) {
                for (String table : TABLES) {
                    String begin = table + " " + profile + " ";
                    row.add(cells.stream().filter(cell -> cell.startsWith(begin)).findFirst().orElseThrow().substring(begin.length()));
                }
            }
            thresholdRows.append(cells(row));
        });
        String paths = PROFILES.stream().map(profile -> "`" + profile + "`: `" + String.join("` | `", PATHS) + "`")
            .collect(Collectors.joining(" | "));
        held("| structure | " + paths + " | trips of `direct` |", lookupRows);
        held("| from which depth on | `lanai-33` | `dpu-pcie5` |", crossingRows);
        held("| threshold | `lanai-33`: half full | 90 % full | `dpu-pcie5`: half full | 90 % full |", thresholdRows);
    }

    /** Each is read anew: what was written before has moved the lines. */
    private static void held(String header, StringBuilder rows) {
        Document.read(Document.ROOT.resolve("docs/comparisons.md")).holdTable(header, rows.toString());
    }
}
