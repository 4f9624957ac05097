package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One {@code spine run}, and ordinary users of the machine at it, all in processes of their own. */
@Tag("full")
@Timeout(180)
class SharedRunTest {
    private static final int ANN = 64_001;
    private static final int BOB = 64_002;
    private static final String SYSTEM = """
        name = "shared"

        [quota]
        timers = 5
        instances = 2

        [[wire]]
        kind = "capture"
        name = "wire"

        [[iop]]
        name = "nic"

        [[iop.device]]
        kind = "lan"
        wire = "wire"

        [[iop.device]]
        kind = "runtime"
        memory = "8M"
        """;

    @TempDir
    private static Path shared;

    private static Path classes;

    @TempDir
    private Path directory;

    private SystemUser ann;
    private SystemUser bob;
    private Path socket;
    private Path file;
    private Path jar;

    @BeforeAll
    static void makeClassesReadable() throws IOException {
        SystemUser.assumeThereAreUsers();
        classes = SystemUser.readableClasses(shared);
    }

    @BeforeEach
    void prepare() throws IOException {
        ann = new SystemUser(ANN, classes);
        bob = new SystemUser(BOB, classes);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        socket = directory.resolve("spine.sock");
        file = Files.writeString(directory.resolve("system.toml"), SYSTEM);
        jar = RunningSystem.tallyJar(directory);
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    }

    private SpineProcess start() throws IOException {
        SpineProcess run = new SpineProcess("run", file, "--socket", socket, "--socket-mode", "all");
        run.awaitLine("running; ");
        return run;
    }

    private static int number(String said) {
        assertTrue(said.contains(" as extension "), said);
        return Integer.parseInt(said.strip().replaceFirst("(?s).* as extension (\\d+).*", "$1"));
    }

    private List<Integer> listed(SystemUser user) throws IOException, InterruptedException {
        String json = user.run("ext", "list", "--json", "-", "--socket", socket).succeeded();
        List<Integer> numbers = new ArrayList<>();
        for (String part : json.split("\"extension\" : ")) {
            if (Character.isDigit(part.charAt(0))) {
                numbers.add(Integer.parseInt(part.replaceFirst("(?s)\\D.*", "")));
            }
        }
        return numbers;
    }

    /** What is left in the directory but the files of the test. */
    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(one -> !one.equals(file) && !one.equals(jar)).toList();
        }
    }

    private static long counted(SystemUser user, Path socket, int extension, String counter) throws IOException, InterruptedException {
        String json = user.run("ext", "inspect", extension, "--json", "-", "--socket", socket).succeeded();
        return Long.parseLong(json.replaceFirst("(?s).*\"" + counter + "\" : (\\d+).*", "$1"));
    }

    @Test
    void aUserReachesNoProgramOfTheOperators() throws Exception {
        try (SpineProcess _ = start()) {
            String said = "only root or the user running the system reaches the programs of it";
            assertTrue(ann.run("pdl", "list", "--socket", socket).toString().contains(said));
            assertTrue(ann.run("pdl", "watch", "--count", "1", "--socket", socket).toString().contains(said));
            assertTrue(CommandRun.of("pdl", "list", "--socket", socket).refusal().startsWith("no card of this system has the VM: "));
            CommandRun.of("stop", "--socket", socket).succeeded();
        }
    }

    @Test
    @Tag("SO-12")
    @Tag("SS-22")
    void twoUsersLoadAtOnceAndEachIsHeldToHisOwnQuota() throws IOException, InterruptedException {
        try (SpineProcess run = start()) {
            int annsFirst;
            int bobsFirst;
            try (SystemUser.Running one = ann.begin("ext", "load", jar, "-p", "port=5004", "--socket", socket);
                    SystemUser.Running other = bob.begin("ext", "load", jar, "--socket", socket)) {
                annsFirst = number(one.result().succeeded());
                bobsFirst = number(other.result().succeeded());
            }
            int annsSecond = number(ann.run("ext", "load", jar, "--socket", socket).succeeded());
            SystemUser.Result third = ann.run("ext", "load", jar, "--socket", socket);
            assertEquals(1, third.code(), third.said());
            int bobsSecond = number(bob.run("ext", "load", jar, "--socket", socket).succeeded());
            assertEquals(List.of(annsFirst, annsSecond).stream().sorted().toList(), listed(ann));
            assertEquals(List.of(bobsFirst, bobsSecond).stream().sorted().toList(), listed(bob));

            ann.run("ext", "send", annsFirst, 1, 100, "--socket", socket).succeeded();
            ann.run("ext", "send", annsSecond, 1, 100, "--socket", socket).succeeded();
            bob.run("ext", "send", bobsFirst, 1, 3, "--socket", socket).succeeded();
            assertEquals(5, counted(ann, socket, annsFirst, "timers got") + counted(ann, socket, annsSecond, "timers got"));
            assertEquals(3, counted(bob, socket, bobsFirst, "timers got"));
            bob.run("ext", "send", bobsSecond, 1, 100, "--socket", socket).succeeded();
            assertEquals(2, counted(bob, socket, bobsSecond, "timers got"));

            assertEquals(143, run.terminate(), () -> run.lines().toString());
        }
        assertEquals(List.of(), left());
    }

    @Test
    void neitherUserSeesNamesOrEndsWhatIsTheOthers() throws IOException, InterruptedException {
        try (SpineProcess run = start()) {
            int anns = number(ann.run("ext", "load", jar, "--socket", socket).succeeded());
            int bobs = number(bob.run("ext", "load", jar, "--socket", socket).succeeded());
            for (List<Object> command : List.<List<Object>>of(List.of("inspect", "N"), List.of("unload", "N"), List.of("send", "N", 2),
                    List.of("replace", "N", jar))) {
                assertEquals(bobsAnswer(command, 200).replace("200", "N"), bobsAnswer(command, anns).replace("extension " + anns,
                    "extension N"), "an extension of somebody else is as one that does not exist");
            }
            for (String command : List.of("status", "top")) {
                String said = bob.run(command, "--json", "-", "--socket", socket).succeeded();
                assertTrue(said.contains("\"" + BOB + "\""), said);
                assertFalse(said.contains(Integer.toString(ANN)), said);
                assertFalse(said.contains("\"extension\" : " + anns + ","), said);
            }
            for (String command : List.of("stop", "reload")) {
                assertTrue(bob.run(command, "--socket", socket).refusal().contains("only root or the user running the system"));
            }
            assertEquals(List.of(anns), listed(ann));
            String all = CommandRun.of("ext", "list", "--socket", socket).succeeded().out();
            assertTrue(all.contains(Integer.toString(ANN)) && all.contains(Integer.toString(BOB)), all);
            assertFalse(all.contains("failed"), all);
            assertEquals(List.of(bobs), listed(bob));
            assertEquals(130, run.interrupt(), () -> run.lines().toString());
        }
        assertEquals(List.of(), left());
    }

    private String bobsAnswer(List<Object> command, int extension) throws IOException, InterruptedException {
        List<Object> words = new ArrayList<>(List.of("ext"));
        command.forEach(word -> words.add(word.equals("N") ? extension : word));
        words.addAll(List.of("--socket", socket));
        return bob.run(words.toArray()).refusal();
    }

    @Test
    @Tag("SO-13")
    void tiedExtensionEndsWhenItsClientIsKilled() throws Exception {
        try (SpineProcess run = start(); SystemUser.Running client = ann.begin("ext", "load", jar, "--tied", "--socket", socket);
                ControlClient root = ControlClient.connect(socket)) {
            number(client.line());
            assertEquals(1, extensions(root));
            client.kill();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (extensions(root) != 0) {
                assertTrue(System.nanoTime() < end, () -> run.lines().toString());
            }
            root.ask(new ControlRequest.Stop());
            root.awaitEnd();
        }
        assertEquals(List.of(), left());
    }

    private static int extensions(ControlClient client) throws Exception {
        return client.ask(new ControlRequest.ListExtensions()).objects("extensions").size();
    }

    @Test
    @Tag("SO-11")
    void hostileClientHarmsNobody() throws Exception {
        try (SpineProcess run = start()) {
            int anns = number(ann.run("ext", "load", jar, "-p", "port=5004", "--socket", socket).succeeded());
            try (SystemUser.Running attack = bob.beginProgram(HostileClient.class, socket)) {
                assertTrue(attack.line().startsWith("attacking"), () -> run.lines().toString());
                long before = counted(ann, socket, anns, "packets seen");
                assertEquals(List.of(anns), listed(ann));
                assertTrue(counted(ann, socket, anns, "packets seen") > before);
                attack.kill();
            }
            Fields status;
            try (ControlClient root = ControlClient.connect(socket)) {
                status = root.ask(new ControlRequest.Status());
            }
            Fields control = status.object("control");
            assertTrue(control.number("turned away", 0, Long.MAX_VALUE) > 150, () -> status.members().toString());
            assertTrue(control.number("malformed", 1, Long.MAX_VALUE) > 0 && control.number("too long", 1, Long.MAX_VALUE) > 0);
            assertEquals(0, control.number("defects", 0, Long.MAX_VALUE));
            for (Fields wire : status.objects("wires")) {
                assertEquals(0, wire.number("dropped", 0, Long.MAX_VALUE), () -> status.members().toString());
            }
            assertEquals(143, run.terminate(), () -> run.lines().toString());
        }
        assertEquals(List.of(), left());
    }

    @Test
    void hangUpReadsTheFileAgain() throws IOException, InterruptedException {
        try (SpineProcess run = start()) {
            Files.writeString(file, SYSTEM + "\n[[iop.device.extension]]\nname = \"tally\"\nimage = \"tally.jar\"\n");
            assertEquals("0\n", ServedProcess.run(shared, "kill", "-HUP", run.pid()));
            run.awaitLine("loaded tally on nic as extension 1");
            assertEquals(143, run.terminate(), () -> run.lines().toString());
        }
        assertEquals(List.of(), left());
    }

    @Test
    void systemThatWasKilledLeavesNothingThatHindersTheNext() throws IOException, InterruptedException {
        try (SpineProcess run = start()) {
            assertEquals("0\n", ServedProcess.run(shared, "kill", "-KILL", run.pid()));
        }
        try (SpineProcess run = start()) {
            assertEquals(130, run.interrupt(), () -> run.lines().toString());
        }
        assertEquals(List.of(), left());
    }
}
