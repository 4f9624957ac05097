package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.i2o.CodeNames;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.display.DisplayFunction;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/trace/spine-i2o.lua}: its names are the code's, and Wireshark's tshark understands what it says. */
@Timeout(180)
class TraceDissectorTest {
    private static final Path SCRIPT = Document.ROOT.resolve("docs/trace/spine-i2o.lua");
    private static final String BEGIN = "-- BEGIN names (written by TraceDissectorTest from the code; do not edit)\n";
    private static final String END = "-- END names\n";
    private static final Pattern LINE = Pattern.compile(" *[0-9.]+  (\\S+) > (\\S+) +(request|reply) +(\\S+) +tid ([0-9a-f]{3}) .*");

    @TempDir
    private Path scratch;

    /** The tables of names as Lua; {@code -Dspine.write=true} writes them into the script. */
    @Test
    void itsNamesAreThoseOfTheCode() throws IOException {
        StringBuilder tables = new StringBuilder();
        table(tables, "class_names", 0xFFF, CodeNames.of(DeviceClass.class)::name);
        table(tables, "common_functions", 0xFF, Function::name);
        tables.append("local class_functions = {\n");
        CodeNames display = CodeNames.of(DisplayFunction.class, "PUT_");
        for (int number = 0; number < DeviceClass.ANY; number++) {
            int deviceClass = number;
            List<String> own = new ArrayList<>();
            for (int code = 0; code <= 0xFF; code++) {
                String name = deviceClass == DeviceClass.DISPLAY && display.knows(code) ? display.name(code)
                    : Function.name(deviceClass, code);
                if (!name.startsWith("0x") && !name.equals(Function.name(code))) {
                    own.add(String.format(Locale.ROOT, "[0x%02X] = \"%s\"", code, name));
                }
            }
            if (!own.isEmpty()) {
                tables.append(String.format(Locale.ROOT, "    [0x%03X] = {\n", deviceClass));
                own.forEach(line -> tables.append("        ").append(line).append(",\n"));
                tables.append("    },\n");
            }
        }
        tables.append("}\n");
        table(tables, "status_names", 0xFF, RequestStatus::name);
        table(tables, "detail_names", 0xFFFF, DetailedStatus::name);
        table(tables, "failure_names", 0xFF, FailureCode::name);
        String script = Files.readString(SCRIPT);
        int from = script.indexOf(BEGIN) + BEGIN.length();
        int to = script.indexOf(END);
        if (Boolean.getBoolean("spine.write")) {
            Files.writeString(SCRIPT, script.substring(0, from) + tables + script.substring(to));
        } else {
            assertEquals(tables.toString(), script.substring(from, to), "run this test with -Dspine.write=true");
        }
    }

    private static void table(StringBuilder out, String table, int last, IntFunction<String> names) {
        out.append("local ").append(table).append(" = {\n");
        for (int code = 0; code <= last; code++) {
            String name = names.apply(code);
            if (!name.startsWith("0x")) {
                out.append(String.format(Locale.ROOT, "    [0x%02X] = \"%s\",\n", code, name));
            }
        }
        out.append("}\n");
    }

    private static List<String> tshark(Path file, String filter, String... fields) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tshark", "-X", "lua_script:" + SCRIPT, "-r", file.toString(), "-Y", filter, "-T",
            "fields"));
        for (String field : fields) {
            command.addAll(List.of("-e", field));
        }
        Path out = file.resolveSibling("tshark.out");
        Path err = file.resolveSibling("tshark.err");
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertEquals(0, process.waitFor(), () -> command + ": " + read(err));
        assertFalse(read(err).contains("Lua"), () -> read(err));
        return Files.readAllLines(out);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"boot", "host", "i2o", "spine"})
    void tsharkReadsWhatTheListingSays(String scenario) throws Exception {
        assumeTrue(Pattern.compile(File.pathSeparator).splitAsStream(String.valueOf(System.getenv("PATH")))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "tshark"))), "skipped: tshark is not installed (Debian: tshark)");
        Path file = scratch.resolve("trace.pcapng");
        String listing = CommandRun.of("trace", scenario, "--engine", "modelled", "--packets", 40, "--out", file).succeeded().out();

        List<String> expected = new ArrayList<>();
        int packets = 0;
        for (String line : listing.lines().toList()) {
            var message = LINE.matcher(line);
            if (message.matches()) {
                expected.add(String.join("\t", message.group(1), message.group(2), message.group(3).equals("reply") ? "1" : "0",
                    message.group(4), "0x" + "0".repeat(5) + message.group(5)));
            } else {
                packets += line.contains("  packet ") ? 1 : 0;
            }
        }
        assertFalse(expected.isEmpty());
        List<String> seen = tshark(file, "i2o", "i2o.sender", "i2o.receiver", "i2o.reply", "i2o.function_name", "i2o.target").stream()
            .map(line -> line.replace("True", "1").replace("False", "0")).toList();
        assertEquals(expected, seen);
        assertEquals(List.of(), tshark(file, "_ws.malformed || i2o.short || i2o.sgl.bad", "frame.number"));
        assertEquals(scenario.equals("boot") ? 0 : 40, packets);
        assertEquals(packets, tshark(file, "udp", "udp.dstport").size());
        assertTrue(tshark(file, "i2o.sgl", "i2o.sgl.address").size() > 1);
    }
}
