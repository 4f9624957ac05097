package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.extension.ardma.host.grep.GrepPattern;
import dev.spine.extension.ardma.host.grep.GrepResult;
import dev.spine.extension.ardma.host.grep.GrepSyntaxException;
import dev.spine.extension.ardma.host.grep.RemoteGrep;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.harness.CardDisk;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.Opcode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of docs/active-rdma.md runs: it stands in this file, line by line, and does what the manual says. */
class ManualTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));

    @Test
    void theFirstCodeOfTheManualRuns() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            HostSide serverSide = node.side(0);
            HostSide clientSide = node.side(1);
            int serverInstance = node.card().number();
            int clientInstance = node.network.card(1).extension().number();
            long serverAddress = node.network.card(0).hardwareAddress();
            byte[] elements = elements(1_000);
            byte[] routine = routine();

            ArdmaServer server = new ArdmaServer(serverSide, serverInstance);
            server.open("list", 16_000, true);

            RemoteServer remote = new ArdmaClient(clientSide, clientInstance).connect(serverAddress, serverInstance);
            RemoteArea list = remote.lookup("list");
            remote.write(list, 0, elements);
            long hash = remote.install(routine);
            CallResult length = remote.call(hash, List.of(list), 0);

            assertEquals(1_000, length.value());
            assertEquals(10_008, length.steps());

            server.offer("length", routine);
            RemoteRoutine procedure = remote.procedure("length");
            RemoteRoutine direct = remote.direct(routine);
            RemoteRoutine either = remote.direct(routine, 8, procedure);
            assertEquals(length, procedure.run(List.of(list), 0));
            assertEquals(length, direct.run(List.of(list), 0));
            assertEquals(length, either.run(List.of(list), 0));

            server.compile(8, 10_000, LoadOptions.OF_NODE);
            remote.call(hash, List.of(list), 0);
            int compiled = server.compileWanted();

            assertEquals(1, compiled);
            assertEquals(length, remote.call(hash, List.of(list), 0));
        }
    }

    @Test
    void theManualsAreaOnADiskIsOpened() {
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, () -> new CachedDisk(1 << 20))) {
            CardDisk disk = node.network.card(0).disk();
            ArdmaServer server = node.server;
            server.open("log", new DiskBlocks(disk.iopId(), disk.tid(), 0, 1 << 20), true);
            assertEquals(1 << 20, node.connect(0).lookup("log").length());
        }
    }

    @Test
    void theManualsGrepFindsALine() throws GrepSyntaxException {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            byte[] text = "return;\nthrow new IllegalStateException();\n".getBytes(StandardCharsets.US_ASCII);
            node.server.open("text", text.length, true);
            RemoteServer remote = node.connect(0);
            remote.write(remote.lookup("text"), 0, text);
            ByteArrayOutputStream lines = new ByteArrayOutputStream();

            GrepPattern pattern = GrepPattern.of("new Illegal[[:alpha:]]+Exception");
            try (RemoteGrep grep = new RemoteGrep(remote, pattern, GrepForm.GENERATED)) {
                GrepResult found = grep.search(remote.lookup("text"), lines::writeBytes);
                assertEquals(1, found.lines());
            }
            assertEquals("2:throw new IllegalStateException();\n", lines.toString(StandardCharsets.US_ASCII));
        }
    }

    private static byte[] elements(int count) {
        ByteBuffer list = ByteBuffer.allocate(count * 16);
        for (int i = 0; i < count; i++) {
            list.putLong(i * 16, i + 1 < count ? (i + 1) * 16L : -1);
        }
        return list.array();
    }

    private static byte[] routine() {
        RoutineBuilder builder = new RoutineBuilder().areas(1);
        Label loop = new Label("loop");
        Label end = new Label("end");
        builder.method("length", "(J)I")
            .push(0).local(Opcode.ISTORE, 2)
            .label(loop).load(0).push(0L).op(Opcode.LCMP).jump(Opcode.IFLT, end)
            .push(0).load(0).call(Intrinsic.LOAD64).local(Opcode.LSTORE, 0)
            .increment(2, 1).jump(Opcode.GOTO, loop)
            .label(end).local(Opcode.ILOAD, 2).returns();
        byte[] routine = builder.build();
        return routine;
    }

    @Test
    void eachLineOfTheManualsCodeIsInThisFile() throws IOException {
        String manual = Files.readString(ROOT.resolve("docs/active-rdma.md"));
        Path self = ROOT.resolve("spine-extensions/active-rdma-host/src/test/java/dev/spine/extension/ardma/host/ManualTest.java");
        List<String> own = Files.readString(self)
            .lines().map(String::strip).toList();
        List<String> missing = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(manual).results().map(MatchResult::group)
            .flatMap(String::lines).filter(line -> !line.startsWith("```")).map(String::strip).filter(line -> !own.contains(line)).toList();
        assertEquals(List.of(), missing);
    }
}
