package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.extension.ardma.host.tool.Assembler;
import dev.spine.extension.ardma.host.tool.AssemblyException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * The examples of every {@code --help}, typed as they stand there: each verb has some, they fit the page, and they do what they say. Those
 * that take minutes are typed with {@code -Dspine.examples=all} only, the others with {@code -Dspine.examples=brief}, since together they
 * take longer than a build has; whether the command understands them is seen in each build.
 */
@Timeout(300)
class HelpExamplesTest {
    /** A command, and after two spaces or more a remark. */
    private static final Pattern EXAMPLE = Pattern.compile("^ {2}(spine(?: \\S+)+)(?: {2,}.*)?$");
    private static final String FILE_NAME = "[\\w.-]+\\.(?:toml|png|raw|json|csv|html|pcap|pcapng|jar|txt|gz|img|sock|asm|routine|arf|pdl"
        + "|program)";
    private static final Pattern FILE = Pattern.compile("(\\w+=)?(" + FILE_NAME + ")");
    private static final Path CAPTURE =
        Document.ROOT.resolve("workbench/system/src/main/resources/dev/spine/system/capture/ball-uyvy-640x480.pcap.gz");
    private static final boolean IS_LONG_FORM = "all".equals(System.getProperty("spine.examples"));

    /** Those that end when they are told to. */
    private static final String SERVING = "spine (?:run|disk|serve-iop|route(?! --table)|play .*--(?:vnc|udp)|ext load .*--tied"
        + "|pdl (?:display|watch)(?! --count))\\b.*";
    /** Those that talk to a system that runs. */
    private static final String AT_A_SYSTEM = "spine (?:status|top|reload|reset|stop|ext (?!verify)"
        + "|pdl (?:load|run|send|stop|swap|unload|list|display|watch))\\b.*";
    private static final String WITH_PROGRAMS = "spine pdl .*";
    /** What takes a minute or several. */
    private static final String LONG = "spine (?:compare|compare --full|compare .*--search.*|compare --html.*|reproduce(?!.*--figure).*"
        + "|calibrate.*)";
    /** Interfaces and namespaces of the reader's: the tests in namespaces of their own type the same with other names. */
    private static final String OF_THE_READERS_NETWORK = "spine route (?:SYSTEM.toml|--tap|--xdp|attach|detach|dump --diff).*";
    /** Those that mount, which {@link ArfMountTest} does where nobody else sees it, and those that need a server. */
    private static final String ELSEWHERE = "spine (?:arf mount\\b|.*\\bardma://).*";
    /** Those that talk to a router that runs. */
    private static final String AT_A_ROUTER = "spine route (?:status|lookup|dump|trace)\\b.*";

    private static final String SYSTEM = """
        [[wire]]
        kind = "capture"
        name = "wire"
        file = "bars"
        [[iop]]
        name = "nic"
        [[iop.device]]
        kind = "lan"
        wire = "wire"
        [[iop.device]]
        kind = "runtime"
        [[iop]]
        name = "screen"
        [[iop.device]]
        kind = "display"
        width = 640
        height = 480
        [[iop]]
        name = "store"
        [[iop.device]]
        kind = "disk"
        file = "store.img"
        size = "1M"
        """;

    @TempDir
    private Path scratch;

    @BeforeEach
    void prepareWhatTheReaderHas() throws IOException, AssemblyException {
        Files.writeString(scratch.resolve("SYSTEM.toml"), SYSTEM);
        Files.writeString(scratch.resolve("TABLE.toml"), Document.read(Document.ROOT.resolve("docs/routing.md")).blocks("toml").stream()
            .map(Document.Block::text).filter(text -> text.contains("[[port]]")).findFirst().orElseThrow());
        Files.writeString(scratch.resolve("rules.txt"), "drop udp port 53\n");
        String routine = ".method main ()V\n return\n";
        Files.writeString(scratch.resolve("list.asm"), routine);
        Files.copy(Document.ROOT.resolve("docs/examples/pdl/gate.pdl"), scratch.resolve("gate.pdl"));
        CommandRun.of("pdl", "compile", scratch.resolve("gate.pdl")).succeeded();
        Files.write(scratch.resolve("list.routine"), Assembler.assemble(routine));
        makeFileSystem();
        for (String image : List.of("a.img", "b.img")) {
            Files.write(scratch.resolve(image), new byte[1 << 20]);
        }
        for (String jar : List.of("my.jar", "my-2.jar")) {
            Files.write(scratch.resolve(jar), RunningSystem.tally());
        }
        for (String capture : List.of("v.pcap", "file.pcap", "video.pcap")) {
            Files.copy(CAPTURE, scratch.resolve(capture));
        }
    }

    private void makeFileSystem() throws IOException {
        Path disk = scratch.resolve("disk.arf");
        CommandRun.of("arf", "mkfs", disk, "--size", "1M").succeeded();
        try (FileSystem files = FileSystems.newFileSystem(disk)) {
            Files.writeString(files.getPath("/notes.txt"), "a note\n");
            Files.createDirectory(files.getPath("/old"));
        }
    }

    /** A system for an example: one of cards with the VM, whose programs the example names, or one with three extensions. */
    private RunningSystem system(String example) throws Exception {
        if (!example.matches(WITH_PROGRAMS)) {
            RunningSystem system = new RunningSystem(scratch);
            try (ControlClient client = system.client()) {
                int last = 0;
                while (last < 3) {
                    last = RunningSystem.loadTally(client, ControlRequest.Lifetime.UNTIL_UNLOADED, Map.of());
                }
            }
            return system;
        }
        String two = Files.readString(Document.ROOT.resolve("docs/examples/panic/system.toml")).replace("left", "nic")
            .replace("right", "other");
        String one = two.substring(0, two.lastIndexOf("[[iop]]"));
        Path file = Files.writeString(scratch.resolve("panic.toml"), example.contains("nic,other") ? two : one);
        RunningSystem system = new RunningSystem(scratch, file);
        Path shows = Files.writeString(scratch.resolve("shows.pdl"), "PROGRAM Shows ID 9: BEGIN DISPLAY 5; AWAIT END; END;");
        system.command("pdl", "load", shows, "--on", "nic").succeeded();
        system.command("pdl", "run", "shows").succeeded();
        if (!example.startsWith("spine pdl load")) {
            system.command("pdl", "load", scratch.resolve("gate.pdl"), "--on", "nic").succeeded();
            if (!example.startsWith("spine pdl run")) {
                system.command("pdl", "run", "gate").succeeded();
            }
        }
        return system;
    }

    /** Every command and group of commands. */
    static List<CommandLine> commands() {
        List<CommandLine> all = new ArrayList<>();
        collect(SpineCommand.commandLine(), all);
        return all;
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        all.add(command);
        command.getSubcommands().values().forEach(each -> collect(each, all));
    }

    private static String help(CommandLine command) {
        StringWriter out = new StringWriter();
        command.usage(new PrintWriter(out, true));
        return out.toString();
    }

    /** What every {@code --help} shows. */
    static String allHelp() {
        return commands().stream().map(HelpExamplesTest::help).collect(Collectors.joining());
    }

    private static List<String> examplesOf(CommandLine command) {
        return help(command).lines().map(EXAMPLE::matcher).filter(Matcher::matches).map(match -> match.group(1)).toList();
    }

    static List<String> examples() {
        return commands().stream().flatMap(command -> examplesOf(command).stream()).distinct().toList();
    }

    private static List<String> examplesLike(String kind) {
        return examples().stream().filter(example -> example.matches(kind)).toList();
    }

    static List<String> serving() {
        return examplesLike(SERVING).stream()
            .filter(example -> !example.matches(OF_THE_READERS_NETWORK) && !example.matches(AT_A_ROUTER)).toList();
    }

    static List<String> atARouter() {
        return examplesLike(AT_A_ROUTER).stream().filter(example -> !example.matches(OF_THE_READERS_NETWORK)).toList();
    }

    static List<String> atASystem() {
        return examplesLike(AT_A_SYSTEM).stream().filter(example -> !example.matches(SERVING)).toList();
    }

    private static Stream<String> ending() {
        return examples().stream().filter(example -> !example.matches(SERVING) && !example.matches(AT_A_SYSTEM)
            && !example.matches(ELSEWHERE));
    }

    private static boolean isOfPaths(String example) {
        return example.matches("spine (?:compare|reproduce|calibrate|route)\\b.*");
    }

    static List<String> ofPaths() {
        return ending().filter(HelpExamplesTest::isOfPaths).filter(example -> IS_LONG_FORM || !example.matches(LONG)).toList();
    }

    static List<String> quick() {
        return ending().filter(example -> !isOfPaths(example)).toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyHelpHasExamplesOfItsCommandAndFitsThePage(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        String help = help(command);
        assertTrue(help.lines().allMatch(line -> line.length() <= SpineCommand.HELP_WIDTH), help);
        if (!name.endsWith(" help")) {
            assertTrue(examplesOf(command).stream().anyMatch(example -> (example + " ").startsWith(name + " ")), help);
        }
        for (String line : command.getCommandSpec().usageMessage().footer()) {
            assertTrue(!line.startsWith("  ") || help.lines().anyMatch(line::equals), () -> "broken over two lines: " + line);
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsUnderstood(String example) {
        SpineCommand.commandLine().parseArgs(words(example).toArray(String[]::new));
    }

    @EnabledIfSystemProperty(named = "spine.examples", matches = "all|brief")
    @ParameterizedTest
    @MethodSource("quick")
    void anExampleThatEndsDoesWhatItSays(String example) {
        CommandRun run = CommandRun.of(inScratch(example).toArray()).succeeded();
        Matcher event = Pattern.compile("--at (\\d+)").matcher(example);
        assertTrue(!event.find() || run.out().startsWith("event " + event.group(1) + " at "), run::out);
    }

    @Tag("full")
    @EnabledIfSystemProperty(named = "spine.examples", matches = "all|brief")
    @ParameterizedTest
    @MethodSource("ofPaths")
    void anExampleThatComparesDoesWhatItSays(String example) {
        List<Object> words = new ArrayList<>(inScratch(example));
        if (example.startsWith("spine compare")) {
            // The same in small, beside the reports of the reader.
            List<String> small = new ArrayList<>(List.of("--html", "r.html"));
            boolean hasPasses = !example.contains(" ardma");
            if (hasPasses && !example.contains("--sweep")) {
                small.addAll(List.of("--png", "s.png"));
                if (!example.contains("--search")) {
                    small.addAll(List.of("--repeat", "1"));
                }
            }
            if (hasPasses && !example.contains("--search")) {
                small.addAll(List.of("--packets", "1000"));
            }
            for (int i = 0; i < small.size(); i += 2) {
                if (!words.contains(small.get(i))) {
                    words.add(small.get(i));
                    words.addAll(inScratch("spine " + small.get(i + 1)));
                }
            }
        }
        CommandRun run = CommandRun.of(words.toArray());
        // Packets of a live pass may be lost on a machine that does other things, too: the verdict says so by code 1.
        assertTrue(run.code() == 0 || run.code() == 1 && example.matches("spine (?:compare|calibrate).*"), run::toString);
        assertTrue(run.err().isEmpty() || example.contains("--json -"), run::err);
    }

    @EnabledIfSystemProperty(named = "spine.examples", matches = "all|brief")
    @ParameterizedTest
    @MethodSource("atASystem")
    void anExampleAtARunningSystemDoesWhatItSays(String example) throws Exception {
        try (RunningSystem system = system(example)) {
            List<Object> words = inScratch(example);
            int socket = words.indexOf("--socket");
            if (socket >= 0) {
                words.subList(socket, socket + 2).clear();
            }
            system.command(words.toArray()).succeeded();
            if (example.startsWith("spine stop")) {
                system.ended().succeeded();
            }
        }
    }

    @Tag("full")
    @EnabledIfSystemProperty(named = "spine.examples", matches = "all|brief")
    @ParameterizedTest
    @MethodSource("serving")
    void anExampleThatServesStartsAndEnds(String example) throws Exception {
        try (RunningSystem system = example.matches("spine (?:ext|pdl) .*") ? system(example) : null) {
            String more = system == null ? "" : " --socket " + system.socket;
            Process process = typed(example.replaceFirst(" \\|.*", "").replace("/tmp/", scratch + "/") + more);
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                String first = out.readLine();
                assertTrue(first != null && !first.isBlank() && !first.startsWith(CommandRun.PREFIX), () -> example + ": " + first);
                process.destroy();
                assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> example + " does not end");
                assertTrue(List.of(130, 143).contains(process.exitValue()), () -> example + ": " + process.exitValue() + ", " + first);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /** The demonstration, whose packets are those of video. */
    @EnabledIfSystemProperty(named = "spine.examples", matches = "all|brief")
    @ParameterizedTest
    @MethodSource("atARouter")
    void anExampleAtARunningRouterDoesWhatItSays(String example) throws IOException {
        Path socket = scratch.resolve("route.sock");
        try (SpineProcess router = new SpineProcess("route", "--socket", socket, "--seconds", "120")) {
            router.awaitLine("routing");
            List<Object> words = inScratch(example);
            if (example.startsWith("spine route trace")) {
                words.set(words.size() - 1, "udp");
            }
            words.addAll(List.of("--socket", socket));
            CommandRun.of(words.toArray()).succeeded();
        }
    }

    /** A shell in the reader's directory, with a network of its own where that can be had: its ports are nobody else's. */
    private Process typed(String line) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path spine = Files.writeString(scratch.resolve("spine"), "#!/bin/sh\nexec '" + java + "' --enable-native-access=ALL-UNNAMED"
            + " -XX:TieredStopAtLevel=1 -Djava.awt.headless=true -cp '"
            + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")) + "' " + SpineCommand.class.getName()
            + " \"$@\"\n");
        assertTrue(spine.toFile().setExecutable(true));
        List<String> words = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            words.addAll(List.of("unshare", "--net"));
        }
        words.addAll(List.of("sh", "-c", "ip link set lo up 2>/dev/null; exec " + line));
        ProcessBuilder builder = new ProcessBuilder(words).directory(scratch.toFile()).redirectErrorStream(true);
        builder.environment().put("PATH", scratch + ":" + System.getenv("PATH"));
        builder.environment().put("XDG_RUNTIME_DIR", scratch.toString());
        return builder.start();
    }

    private static List<String> words(String example) {
        return Document.words(example.replaceFirst(" \\|.*", "").substring("spine ".length()));
    }

    /** The words of an example as if they were typed in the reader's directory. */
    private List<Object> inScratch(String example) {
        return new ArrayList<>(words(example).stream().map(word -> {
            Matcher file = FILE.matcher(word.replace("/tmp/", ""));
            return word.equals(".") ? scratch.toString()
                : file.matches() ? (file.group(1) == null ? "" : file.group(1)) + scratch.resolve(file.group(2)) : word;
        }).toList());
    }

    @Test
    void thereAreExamplesOfEachKind() {
        List<Integer> sizes = Stream.of(quick(), atASystem(), serving(), ofPaths(), atARouter()).map(List::size).toList();
        assertTrue(sizes.get(0) >= 25 && sizes.get(1) >= 15 && sizes.get(2) >= 8 && sizes.get(3) >= 8 && sizes.get(4) >= 6,
            sizes::toString);
    }

    @Test
    void optionsThatSayTheSameAreWrittenTheSame() {
        for (CommandLine command : commands()) {
            for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
                String where = command.getCommandSpec().qualifiedName() + " " + option.longestName();
                String expected = Map.of("--json", "FILE", "--csv", "FILE", "--set", "KEY=VALUE", "--seed", "N", "--socket", "PATH",
                    "--profile", "NAME", "--engine", "ENGINE", "--seconds", "S").getOrDefault(option.longestName(), option.paramLabel());
                assertEquals(expected, option.paramLabel(), where);
                if (option.longestName().equals("--json")) {
                    assertEquals(1, option.arity().min(), where);
                    assertTrue(String.join("", option.description()).contains("- for standard output"), where);
                }
            }
        }
    }
}
