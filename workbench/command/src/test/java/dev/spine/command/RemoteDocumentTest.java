package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine compare arf} and {@code grep}: the figures of docs/comparisons.md, to the last digit. */
@Tag("AR-17")
@Tag("full")
@Timeout(180)
class RemoteDocumentTest {
    private static final List<String> PROFILES = List.of("lanai-33", "dpu-pcie5");

    @TempDir
    private Path scratch;

    private List<Map<String, Object>> records(String workload, String profile, String... options) throws IOException {
        List<Object> words = new ArrayList<>(List.of("compare", workload, "--profile", profile, "--json", "-", "--html",
            scratch.resolve(profile + ".html")));
        words.addAll(List.of(options));
        return JsonRecords.parse(CommandRun.of(words.toArray()).succeeded().out());
    }

    private static Object field(Map<String, Object> fields, String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, number >= 100 || number == Math.rint(number) ? "%,.0f" : "%.1f", number);
    }

    private static void held(String header, Map<String, List<String>> rows) {
        StringBuilder text = new StringBuilder();
        rows.forEach((first, cells) -> text.append("| ").append(first).append(" | ").append(String.join(" | ", cells)).append(" |\n"));
        Document.read(Document.ROOT.resolve("docs/comparisons.md")).holdTable(header, text.toString());
    }

    @Test
    @Tag("AR-16")
    void theFiguresOfFilesAreAsTheyAreWritten() throws IOException {
        Map<String, Map<String, String>> cells = new LinkedHashMap<>();
        Map<String, Map<String, String>> wire = new LinkedHashMap<>();
        for (String profile : PROFILES) {
            for (Map<String, Object> fields : records("arf", profile, "--paths", "direct,active,nfs,afs")) {
                assertEquals(0.0, field(fields, "serverHostMessages"));
                String operation = "`" + field(fields, "operation") + "`";
                String path = field(fields, "path").toString();
                double times = (Double) field(fields, "operations");
                cells.computeIfAbsent(operation, _ -> new LinkedHashMap<>())
                    .put(profile + path, number((Double) field(fields, "latencyUs")));
                if (profile.equals(PROFILES.getLast())) {
                    wire.computeIfAbsent(operation, _ -> new LinkedHashMap<>())
                        .put(path, number((Double) field(fields, "roundTrips") / times)
                        + ", " + number(Math.rint((Double) field(fields, "wireBytes") / times)));
                }
            }
        }
        Map<String, List<String>> times = new LinkedHashMap<>();
        cells.forEach((operation, of) -> times.put(operation, PROFILES.stream().flatMap(profile ->
            List.of("direct", "active", "nfs", "afs").stream().map(path -> of.getOrDefault(profile + path, "-"))).toList()));
        Map<String, List<String>> bytes = new LinkedHashMap<>();
        wire.forEach((operation, of) -> bytes.put(operation,
            List.of("direct", "active", "nfs", "afs").stream().map(path -> of.getOrDefault(path, "-")).toList()));
        held("| operation | `lanai-33`: `direct` | `active` | `nfs` | `afs` | `dpu-pcie5`: `direct` | `active` | `nfs` | `afs` |", times);
        held("| operation, `dpu-pcie5` | `direct` | `active` | `nfs` | `afs` |", bytes);
    }

    @Test
    @Tag("AR-15")
    void theFiguresOfSearchesAreAsTheyAreWritten() throws IOException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        Map<String, List<String>> crossings = new LinkedHashMap<>();
        for (String profile : PROFILES) {
            for (Map<String, Object> fields : records("grep", profile, "--selectivities", "0.1,1,10,100")) {
                String form = "`" + field(fields, "path") + "`";
                if (fields.containsKey("against")) {
                    crossings.computeIfAbsent(form, _ -> new ArrayList<>()).addAll(List.of(
                        number((Double) field(fields, "fasterUpToPercent")), number((Double) field(fields, "fewerBytesUpToPercent"))));
                } else {
                    assertEquals(0.0, field(fields, "serverHostMessages"));
                    rows.computeIfAbsent(field(fields, "matchingPercent") + " %, " + form, _ -> new ArrayList<>()).addAll(List.of(
                        number((Double) field(fields, "latencyUs")), number((Double) field(fields, "wireBytes"))));
                }
            }
        }
        held("| lines that match, form | `lanai-33`: us | bytes on the wire | `dpu-pcie5`: us | bytes on the wire |", rows);
        held("| per cent up to which a form beats `read` | `lanai-33`: us | bytes | `dpu-pcie5`: us | bytes |", crossings);
    }
}
