package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine run} and the commands that work with it, within this process; users and signals are the matter of SharedRunTest. */
@Timeout(120)
class RunCommandTest {
    /** The bundled colour bars come to this UDP port. */
    private static final int PORT = 5004;

    @TempDir
    private Path directory;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void builtInSystemRunsAnswersAndEndsWithoutATrace() throws IOException {
        try (RunningSystem system = new RunningSystem(directory)) {
            String status = system.command("status").succeeded().out();
            assertTrue(system.threads().stream().anyMatch(name -> name.startsWith("live ")), () -> system.threads().toString());
            for (String iop : List.of("nic", "screen", "disk")) {
                assertTrue(status.contains(", " + iop + ": OPERATIONAL"), status);
            }
            String json = system.command("status", "--json", "-").succeeded().out();
            assertEquals(3, json.split("\"state\" : \"OPERATIONAL\"", -1).length - 1, json);
            String counters = system.command("status", "--counters").succeeded().out();
            for (String one : List.of("host +messages +messages sent +[1-9]", "nic +kernel +frames polled +[1-9]",
                "nic +\\S+ sent +frames +\\d", "screen +\\S+ +\\S", "disk +\\S+ +reads +\\d")) {
                assertTrue(Pattern.compile(one).matcher(counters).find(), () -> one + " in\n" + counters);
            }
            assertTrue(system.command("top", "--json", "-").succeeded().out().contains("\"owners\""));
            String said = system.stop();
            assertTrue(said.startsWith("built-in: 3 IOPs in operation") && said.contains("control socket " + system.socket), said);
            assertTrue(said.lines().reduce("", (_, line) -> line).startsWith("ended: "), said);
            assertEquals(List.of(), system.threads());
        }
        assertEquals(List.of(), files());
    }

    @Test
    @Tag("SN-12")
    void statusShowsWhoHoldsWhatOfACardsMemoryAndWhatWasRefused() throws IOException {
        try (RunningSystem system = new RunningSystem(directory, Document.ROOT.resolve("docs/examples/cards/video-256k.toml"))) {
            String status = system.command("status").succeeded().out();
            assertTrue(Pattern.compile("memory of the card: [0-9]{3},[0-9]{3} bytes held of 262,144\n").matcher(status).find(), status);
            assertTrue(Pattern.compile("nic image of extension 1 +[0-9]{2},[0-9]{3}\n").matcher(status).find(), status);
            Path tally = RunningSystem.tallyJar(directory);
            while (system.command("ext", "load", "--on", "nic", tally).code() == 0) {
                // Until the card is full.
            }
            String full = system.command("status").succeeded().out();
            assertTrue(full.contains("    the card's memory of 262144 bytes has "), full);
            assertTrue(system.command("status", "--json", "-").succeeded().out().contains("\"lastRefusal\" : \"the card's memory of "));
            system.stop();
        }
    }

    @Test
    @Tag("SO-01")
    @Tag("SS-22")
    @Tag("SN-08")
    void extensionIsLoadedSeenToldAndUnloaded() {
        try (RunningSystem system = new RunningSystem(directory)) {
            String loaded = system.command("ext", "load", RunningSystem.tallyJar(directory), "-p", "port=" + PORT).succeeded().out();
            assertEquals("loaded tally on nic as extension 1", loaded.strip());
            assertTrue(system.command("ext", "list").succeeded().out().contains("tally"));
            system.command("ext", "send", 1, 1, "0x3").succeeded();
            String report = awaitText(system, "timers got 3", "ext", "inspect", 1);
            assertTrue(report.contains("port " + PORT), report);
            assertTrue(system.command("top", "--once").succeeded().out().contains("tally"));
            system.command("ext", "unload", 1).succeeded();
            assertEquals("none", system.command("ext", "list").succeeded().out().strip());
        }
    }

    private static String awaitText(RunningSystem system, String text, Object... command) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        String said = system.command(command).succeeded().out();
        while (!said.replaceAll(" +", " ").contains(text)) {
            assertTrue(System.nanoTime() < end, said);
            said = system.command(command).succeeded().out();
        }
        return said.replaceAll(" +", " ");
    }

    @Test
    void extensionThatFailsIsKeptForInspection() throws Exception {
        try (RunningSystem system = new RunningSystem(directory); ControlClient client = system.client()) {
            int extension = RunningSystem.loadTally(client, ControlRequest.Lifetime.UNTIL_UNLOADED, Map.of());
            system.command("ext", "send", extension, 2, 7).succeeded();
            String report = awaitText(system, "failed: ", "ext", "inspect", extension);
            assertTrue(report.contains("was told to fail with 7") && report.contains("at Tally.fail(Tally.java:"), report);
            assertTrue(system.command("ext", "list").succeeded().out().contains("failed"));
            system.command("ext", "unload", extension).succeeded();
        }
    }

    @Test
    void loadThatWaitsEndsWithItsExtension() throws Exception {
        Path jar = RunningSystem.tallyJar(directory);
        try (RunningSystem system = new RunningSystem(directory); ControlClient client = system.client()) {
            for (String option : List.of("--wait", "--tied")) {
                CompletableFuture<CommandRun> load = CompletableFuture.supplyAsync(() -> system.command("ext", "load", jar, option));
                awaitText(system, "nic 1 tally", "ext", "list");
                client.ask(new ControlRequest.Send(null, 1, 2, List.of()));
                CommandRun failed = load.get(30, TimeUnit.SECONDS);
                assertEquals(1, failed.code(), failed::toString);
                assertTrue(failed.out().contains("extension 1 failed: ") && failed.out().contains("was told to fail"), failed.out());
                if (option.equals("--wait")) {
                    client.ask(new ControlRequest.Unload(null, 1));
                } else {
                    awaitText(system, "none", "ext", "list");
                }
            }
            CompletableFuture<CommandRun> load = CompletableFuture.supplyAsync(() -> system.command("ext", "load", jar, "--wait"));
            awaitText(system, "nic 1 tally", "ext", "list");
            client.ask(new ControlRequest.Unload(null, 1));
            assertTrue(load.get(30, TimeUnit.SECONDS).succeeded().out().contains("extension 1 was unloaded"));
        }
    }

    @Test
    void whatIsTiedEndsWithItsConnectionAndNothingElseDoes() throws Exception {
        try (RunningSystem system = new RunningSystem(directory); ControlClient other = system.client()) {
            int stays = RunningSystem.loadTally(other, ControlRequest.Lifetime.UNTIL_UNLOADED, Map.of());
            int others = RunningSystem.loadTally(other, ControlRequest.Lifetime.OF_CONNECTION, Map.of());
            int goes;
            try (ControlClient client = system.client()) {
                goes = RunningSystem.loadTally(client, ControlRequest.Lifetime.OF_CONNECTION, Map.of());
                assertEquals(3, other.ask(new ControlRequest.ListExtensions()).objects("extensions").size());
            }
            while (other.ask(new ControlRequest.ListExtensions()).objects("extensions").size() != 2) {
                Thread.onSpinWait();
            }
            other.ask(new ControlRequest.Inspect(null, stays));
            other.ask(new ControlRequest.Inspect(null, others));
            assertEquals(Refusal.NONE,
                assertThrows(RequestException.class, () -> other.ask(new ControlRequest.Inspect(null, goes))).reason());
        }
        assertEquals(List.of(), files());
    }

    @Test
    void numberThatHasBecomeSomebodyElsesDoesNotEndWithTheConnectionOfTheFirst() throws Exception {
        try (RunningSystem system = new RunningSystem(directory); ControlClient other = system.client()) {
            int number;
            try (ControlClient client = system.client()) {
                number = RunningSystem.loadTally(client, ControlRequest.Lifetime.OF_CONNECTION, Map.of());
                other.ask(new ControlRequest.Unload(null, number));
                assertEquals(number, RunningSystem.loadTally(other, ControlRequest.Lifetime.UNTIL_UNLOADED, Map.of()));
            }
            awaitText(system, "\"connected\" : 2", "status", "--json", "-");
            other.ask(new ControlRequest.Inspect(null, number));
        }
    }

    @Test
    void fileIsReadAgainAndWhatCanChangeChanges() throws Exception {
        Path tally = RunningSystem.tallyJar(directory);
        Path file = directory.resolve("system.toml");
        String head = "[[iop]]\nname = \"card\"\n[[iop.device]]\nkind = \"runtime\"\nmemory = \"4M\"\n";
        String first = "[[iop.device.extension]]\nname = \"first\"\nimage = \"tally.jar\"\n";
        String second = "[[iop.device.extension]]\nname = \"second\"\nimage = \"tally.jar\"\nparameters = {port = 5004}\n";
        Files.writeString(file, head + first);
        try (RunningSystem system = new RunningSystem(directory, file)) {
            assertEquals("nothing has changed", system.command("reload").succeeded().out().strip());

            Files.writeString(file, head + second + "[quota]\ntimers = 7\nconnections = 3\n");
            String said = system.command("reload").succeeded().out();
            assertTrue(said.contains("unloaded first on card\nloaded second on card as extension "), said);
            assertTrue(said.contains("changed the quota"), said);
            assertTrue(said.contains("needs a restart: connections"), said);

            Files.writeString(file, head.replace("4M", "5M") + second);
            assertTrue(system.command("reload").succeeded().out().contains("needs a restart: what the file says about the system"));

            Files.writeString(file, head + "[[iop.device.extension]]\nname = 3\n");
            CommandRun refused = system.command("reload");
            assertEquals(1, refused.code());
            assertTrue(refused.err().contains("nothing was changed: " + file + ":7:"), refused.err());
            assertTrue(system.command("ext", "list").succeeded().out().contains("tally"));

            Files.write(tally, new byte[] {1, 2, 3});
            Files.writeString(file, head + first + second);
            CommandRun partly = system.command("reload");
            assertEquals(1, partly.code());
            assertTrue(partly.out().contains("refused: first on card stays as it was: refused: "), partly.out());
            assertTrue(partly.out().contains("refused: second on card stays as it was: "), partly.out());
            String said2 = system.stop();
            assertTrue(said2.contains("loaded first on card as extension 1"), said2);
        }
    }

    @Test
    void disksAreServedWhereTheFileSays() throws IOException {
        Path file = Files.writeString(directory.resolve("system.toml"), """
            [[iop]]
            name = "store"
            [[iop.device]]
            kind = "disk"
            size = "1M"
            [[export]]
            kind = "nbd"
            socket = "disk.sock"
            [[export]]
            kind = "nbd"
            socket = "other.sock"
            """);
        try (RunningSystem system = new RunningSystem(directory, file)) {
            assertTrue(Files.exists(directory.resolve("disk.sock")));
            String counters = system.command("status", "--counters").succeeded().out();
            for (String socket : List.of("disk.sock", "other.sock")) {
                assertTrue(counters.contains("NBD at " + directory.resolve(socket)), counters);
            }
            String said = system.stop();
            assertTrue(said.contains("nbd+unix:///store.disk?socket="), said);
        }
        assertEquals(List.of("system.toml"), files());
    }

    @Test
    void clientsOfOthersFindEachDiskByItsName() throws IOException, InterruptedException {
        String client = ServedProcess.program("nbdinfo");
        Path file = Files.writeString(directory.resolve("system.toml"), """
            [[iop]]
            name = "store"
            [[iop.device]]
            kind = "disk"
            size = "1M"
            [[iop.device]]
            kind = "disk"
            name = "second"
            size = "2M"
            [[export]]
            kind = "nbd"
            socket = "disk.sock"
            """);
        try (RunningSystem system = new RunningSystem(directory, file)) {
            assertEquals("0\n2097152\n", ServedProcess.run(directory, client, "--size",
                "nbd+unix:///store.second?socket=" + directory.resolve("disk.sock")));
            system.command("status").succeeded();
        }
    }

    @Test
    void secondRunOnTheSameSocketIsRefused() {
        try (RunningSystem system = new RunningSystem(directory)) {
            assertTrue(CommandRun.of("run", "--socket", system.socket).refusal().contains("a system runs at " + system.socket));
            system.command("status").succeeded();
        }
    }

    @Test
    void mistakesAreOneLine() throws IOException {
        Path nowhere = directory.resolve("none.sock");
        for (List<Object> command : List.<List<Object>>of(List.of("status"), List.of("top", "--once"), List.of("stop"), List.of("reload"),
                List.of("ext", "list"), List.of("ext", "inspect", 1), List.of("ext", "unload", 1), List.of("ext", "send", 1, 1),
                List.of("ext", "load", "video"), List.of("ext", "replace", 1, "video"))) {
            Object[] words = Stream.concat(command.stream(), Stream.of("--socket", nowhere)).toArray();
            assertTrue(CommandRun.of(words).refusal().contains("no system runs at " + nowhere), command.toString());
        }
        assertTrue(CommandRun.of("run", directory.resolve("no.toml")).refusal().contains("no.toml"));
        assertTrue(CommandRun.of("run", "--socket", directory.resolve("a/b/c")).refusal().contains("cannot make a socket"));
        assertTrue(CommandRun.of("run", "--socket-mode", "nobody").refusal().contains("OWNER, GROUP, ALL"));
        Path file = Files.writeString(directory.resolve("system.toml"), """
            [[iop]]
            name = "card"
            [[iop.device]]
            kind = "runtime"
            [[iop.device.extension]]
            name = "x"
            image = "x.jar"
            """);
        assertTrue(CommandRun.of("run", file, "--socket", nowhere).refusal().contains("system.toml:7:"));
        Files.write(directory.resolve("x.jar"), new byte[100]);
        String refusal = CommandRun.of("run", file, "--socket", nowhere).err();
        assertTrue(refusal.contains("extension 'x' is refused: "), refusal);
        assertEquals(1, refusal.lines().count(), refusal);
        assertEquals(List.of("system.toml", "x.jar"), files());
    }

    @Test
    void mistakesOfClientsAreOneLineAndTheSystemGoesOn() throws IOException {
        Path broken = Files.write(directory.resolve("broken.jar"), new byte[100]);
        try (RunningSystem system = new RunningSystem(directory)) {
            assertTrue(system.command("ext", "load", directory.resolve("no.jar")).refusal().contains("there is no such file"));
            assertTrue(system.command("ext", "load", "video", "--on", "screen").refusal().contains("there are nic"));
            assertTrue(system.command("ext", "unload", 9).refusal().contains("there is no extension 9 on nic"));
            assertTrue(system.command("ext", "unload", 999).refusal().contains("1 to 255"));
            assertTrue(system.command("ext", "send", 1, 1, "five").refusal().contains("is no number"));
            assertTrue(system.command("ext", "send", 1, 1, "0x100000000").refusal().contains("does not fit"));
            assertTrue(system.command("ext", "load", "video", "-p", "a b=c").refusal().contains("a parameter's name"));
            CommandRun rejected = system.command("ext", "load", broken);
            assertEquals(1, rejected.code());
            assertTrue(rejected.err().startsWith("spine: refused: "), rejected.err());
            system.command("status").succeeded();
        }
    }
}
