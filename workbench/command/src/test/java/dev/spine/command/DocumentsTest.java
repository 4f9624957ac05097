package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the documents say is so: links lead somewhere, named methods exist, examples boot, commands are understood. */
class DocumentsTest {
    private static final Path SYSTEM_FILES = Document.ROOT.resolve("docs/system-files.md");
    private static final String FIRST_EXAMPLE = "small.toml";
    private static final String FILE_NAME = ".*\\.(toml|png|raw|json|csv|html)";

    static List<Document> documents() {
        return Document.all();
    }

    static List<Document.Block> systemFiles() {
        return Document.read(SYSTEM_FILES).blocks("toml");
    }

    static List<String> commands() {
        return documents().stream().flatMap(document -> document.commands().stream()).distinct().toList();
    }

    /** Those that need no network, no file of the reader's, and little time. */
    static List<String> cheapCommands() {
        return commands().stream()
            .filter(command -> command.startsWith("boot") || command.startsWith("plan")
                || (command.startsWith("play") && !command.matches(".*--(udp|vnc).*"))
                || (command.startsWith("compare") && command.matches(".*(--engine modelled|--sweep).*")))
            .filter(command -> Stream.of(command.split(" ")).noneMatch(word -> word.endsWith(".pcap") || word.equals("SYSTEM.toml")))
            .toList();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsToAFileAndAPlaceInIt(Document document) {
        for (String target : document.targets()) {
            if (target.matches("[a-z]+:.*")) {
                continue;
            }
            int hash = target.indexOf('#');
            String name = hash < 0 ? target : target.substring(0, hash);
            Path file = name.isEmpty() ? document.file() : document.file().resolveSibling(name).normalize();
            assertTrue(Files.exists(file), () -> document + ": there is no " + target);
            if (hash >= 0) {
                String place = target.substring(hash + 1);
                assertTrue(Document.read(file).anchors().contains(place), () -> document + ": " + target + " names no heading");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyNamedClassAndMethodIsInTheFileThatTheLinkNames(Document document) throws IOException {
        Set<String> defined = document.definitions().stream().map(Document.Definition::label).collect(Collectors.toSet());
        assertEquals(Set.of(), difference(document.codeLabels(), defined), () -> document + ": labels without a definition");
        for (Document.Definition definition : document.definitions()) {
            String[] parts = definition.label().replace("`", "").split("#");
            Path file = document.file().resolveSibling(definition.target());
            String simple = parts[0].split("\\.")[0];
            assertEquals(simple + ".java", file.getFileName().toString(), () -> document + ": " + definition.label());
            if (parts.length > 1) {
                assertTrue(Files.readString(file).contains(parts[1] + "("), () -> document + ": " + simple + " has no " + parts[1]);
            }
        }
        Map<String, String> targets = document.definitions().stream()
            .collect(Collectors.toMap(definition -> definition.label().replace("`", ""), Document.Definition::target, (first, _) -> first));
        for (String method : document.methods()) {
            String[] parts = method.split("#");
            String target = targets.getOrDefault(parts[0], "");
            assertTrue(!target.isEmpty() && Files.readString(document.file().resolveSibling(target)).contains(parts[1] + "("),
                () -> document + ": there is no " + method);
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyNamedTestIsInTheTree(Document document) throws IOException {
        Map<String, Path> files = testFiles();
        for (String name : document.tests()) {
            String[] parts = name.split("#");
            Path file = files.get(parts[0] + ".java");
            assertTrue(file != null, () -> document + " names " + name + ", which is no test");
            assertTrue(parts.length == 1 || Files.readString(file).contains(" " + parts[1] + "("),
                () -> document + ": there is no " + name);
        }
    }

    private static Map<String, Path> testFiles() throws IOException {
        try (Stream<Path> files = Files.walk(Document.ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java") && !file.toString().contains("/target/"))
                .collect(Collectors.toMap(file -> file.getFileName().toString(), file -> file, (first, _) -> first));
        }
    }

    private static Set<String> difference(Set<String> all, Set<String> without) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(without);
        return rest;
    }

    @Test
    void thereAreExamplesToCheck() {
        assertTrue(systemFiles().size() >= 5, "docs/system-files.md has too few examples");
        assertTrue(commands().size() >= 6, "the documents show too few commands");
        assertFalse(cheapCommands().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("systemFiles")
    void everySystemFileBoots(Document.Block block) {
        SpineComponent graph = SpineComponent.create();
        SystemDescription description = graph.systemFile().read("system-files.md", block.text());
        EngineChoice engine = block.text().contains("\"udp\"") ? EngineChoice.LIVE : EngineChoice.MODELLED;

        try (SpineSystem system = engine.build(graph.systemFactory(), description)) {
            assertEquals(description.iops().size(), system.boot().orThrow().iops().size());
        }
    }

    @Test
    void theDocumentedBuiltInSystemIsTheBuiltInOne() throws CaptureException {
        Document.Block block = systemFiles().stream().filter(example -> example.text().contains("\"video\"")).findFirst().orElseThrow();
        BundledCapture bars = BundledCapture.BARS;
        VideoStream stream = new VideoStream(bars.read(), bars.udpPort(), PixelFormat.UYVY, bars.width(), bars.height(), PixelFormat.UYVY,
            640, 480, 0, 0);
        SystemDescription built = VideoSystem.describe(stream, "lanai-33", 1, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), 256));

        SystemDescription documented = SpineComponent.create().systemFile().read("system-files.md", block.text());

        assertEquals(built.name(), documented.name());
        assertEquals(built.profile(), documented.profile());
        assertEquals(built.seed(), documented.seed());
        assertEquals(shape(built), shape(documented));
        CaptureKind.Spec wire = (CaptureKind.Spec) documented.wires().getFirst().spec();
        assertEquals(VideoSystem.WIRE, wire.name());
        assertEquals(256, wire.receiveBuffers());
        assertEquals(stream.capture().packetCount(), wire.capture().packetCount());
    }

    /** What a system consists of, without the places in a file. */
    private static List<Object> shape(SystemDescription description) {
        return description.iops().stream().<Object>map(iop -> List.of(iop.name(), iop.frameBytes(), iop.hostFrames(),
            iop.devices().stream().map(device -> List.of(device.kind(), device.spec())).toList())).toList();
    }

    @Test
    void everyOperationOfAProfileIsDocumented() throws IOException {
        String text = Files.readString(SYSTEM_FILES);
        for (String line : ProfileFile.text("lanai-33").lines().toList()) {
            if (line.contains(" = ")) {
                String key = line.substring(0, line.indexOf(' '));
                assertTrue(text.contains("`" + key + "`"), () -> "docs/system-files.md does not tell what " + key + " means");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandThatIsShownIsUnderstood(String command) {
        SpineCommand.commandLine().parseArgs(Document.words(command).toArray(String[]::new));
    }

    @Test
    void theReadmeShowsWhatTheComparisonPrints(@TempDir Path directory) {
        String shown = Document.read(Document.ROOT.resolve("README.md")).blocks("output").getFirst().text();
        String out = CommandRun.of("compare", "--engine", "modelled", "--html", directory.resolve("r.html"), "--png",
            directory.resolve("s.png")).succeeded().out();
        assertTrue(out.contains(shown), () -> "README.md is stale, the command prints\n" + out);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("cheapCommands")
    void cheapCommandsThatAreShownDoWhatTheySay(String command, @TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve(FIRST_EXAMPLE), systemFiles().getFirst().text());
        List<String> words = Document.words(command).stream()
            .map(word -> word.matches(FILE_NAME) ? directory.resolve(word).toString() : word)
            .collect(Collectors.toList());
        if (command.startsWith("compare")) {
            words.addAll(List.of("--html", directory.resolve("r.html").toString()));
            if (!words.contains("--sweep")) {
                words.addAll(List.of("--png", directory.resolve("s.png").toString()));
            }
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = SpineCommand.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

        assertEquals(0, line.execute(words.toArray(String[]::new)), err::toString);
    }
}
