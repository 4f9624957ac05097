package dev.spine.host.testkit.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.host.driver.HostException;
import dev.spine.host.testkit.EchoDevice;
import dev.spine.host.testkit.EchoDriver;
import dev.spine.host.testkit.EngineKind;
import dev.spine.host.testkit.TestNode;
import dev.spine.host.testkit.TestPhase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is recorded on one node is said again on another. */
class RecordingTest {
    private static Recording ofEchoes(EngineKind kind, int... words) {
        try (TestNode node = TestNode.on(kind).simulated("card", new EchoDevice()).start()) {
            Recorder recorder = node.record("card");
            node.boot();
            EchoDriver driver = new EchoDriver(node);
            for (int word : words) {
                assertEquals(word, node.await("the echo", () -> driver.echo(word)));
            }
            return node.onHost(recorder::recording);
        }
    }

    @ParameterizedTest
    @EnumSource
    void recordingOfAnyEngineIsReplayed(EngineKind kind) {
        Recording recording = ofEchoes(kind, 3, 5);
        try (TestNode node = TestNode.on(EngineKind.MODELLED).recorded("card", recording).start()) {
            node.boot();
            EchoDriver driver = new EchoDriver(node);
            assertEquals(3, node.await("the echo", () -> driver.echo(3)));
            assertEquals(5, node.await("the echo", () -> driver.echo(5)));
            assertEquals("", node.mismatches(TestPhase.OVER));
            node.checkLeaks();
        }
    }

    @Test
    void aDiskThatIsFullKeepsTheRecordingThatWasThere(@TempDir Path scratch) throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name"))
            && run("mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", scratch.toString()) == 0, "mounting a small disk takes root");
        try {
            Path file = Files.writeString(scratch.resolve("card.txt"), "what was there before");
            int[] words = new Random(1).ints(400).toArray();
            assertThrows(UncheckedIOException.class, () -> ofEchoes(EngineKind.MODELLED, words).write(file));
            assertEquals("what was there before", Files.readString(file));
            try (Stream<Path> left = Files.list(scratch)) {
                assertEquals(List.of(file), left.toList());
            }
        } finally {
            assertEquals(0, run("umount", scratch.toString()));
        }
    }

    private static int run(String... words) throws IOException, InterruptedException {
        return new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    @Test
    void differenceIsToldWordByWord() {
        Recording recording = ofEchoes(EngineKind.MODELLED, 3);
        try (TestNode node = TestNode.on(EngineKind.MODELLED).recorded("card", recording).start()) {
            node.boot();
            EchoDriver driver = new EchoDriver(node);
            assertThrows(HostException.class, () -> node.await("the echo", () -> driver.echo(4)));
            String text = node.mismatches(TestPhase.OVER);
            assertTrue(text.contains("word 4: recorded 0x00000003, now 0x00000004"), text);
            assertTrue(text.contains("the driver says: request 0x90 to TID 0x008"), text);
        }
    }

    @Test
    void whatWasNotSaidIsTold() {
        Recording recording = ofEchoes(EngineKind.MODELLED, 3, 5);
        try (TestNode node = TestNode.on(EngineKind.MODELLED).recorded("card", recording).start()) {
            node.boot();
            EchoDriver driver = new EchoDriver(node);
            assertEquals(3, node.await("the echo", () -> driver.echo(3)));
            assertTrue(node.mismatches(TestPhase.OVER).contains("has not been asked: request 0x90 to TID 0x008"));
        }
    }

    @Test
    void textSaysTheSameAgain(@TempDir Path directory) {
        Recording recording = ofEchoes(EngineKind.MODELLED, 3);
        Path file = directory.resolve("some/where/card.txt");
        recording.write(file);
        Recording read = Recording.read(file);
        assertEquals(withoutComments(recording.text()), withoutComments(read.text()));
        // Memory is cut into lines: as many events as lines, the same whenever they are read.
        assertEquals(Recording.parse(recording.text()).events(), read.events());
        assertEquals(recording.devices(), read.devices());
    }

    /** Comments show addresses of their time, which are no part of a recording. */
    private static String withoutComments(String text) {
        return text.replaceAll("(?m)^#.*\\n", "");
    }

    @Test
    void whatIsNoRecordingIsRefusedWithItsLine() {
        assertEquals("line 1: a recording begins with 'spine-recording 1'",
            assertThrows(RecordingException.class, () -> Recording.parse("something")).getMessage());
        for (String line : new String[] {"post 1 at 5:", "post x at 5: 1 2 3", "into 1.0: 00", "into 1.0+0: 0", "frames 1 1", "device 8",
            "device 0x8 12", "reply 0 at 1: 1 2 3", "hello", "post 1 at 5: 100000000 2 3", "from 1.0+-1: 00"}) {
            RecordingException refused =
                assertThrows(RecordingException.class, () -> Recording.parse("spine-recording 1\n\n" + line + "\n"), line);
            assertTrue(refused.getMessage().startsWith("line 3: "), refused::getMessage);
        }
    }

    @Test
    void damagedRecordingsAreRefusedOrReplayedButNeverBreakTheNode() {
        long seed = Long.getLong("spine.seed", 20_261_121L);
        System.out.println("spine.seed=" + seed);
        Random random = new Random(seed);
        String text = ofEchoes(EngineKind.MODELLED, 3).text();
        for (int i = 0; i < 40; i++) {
            StringBuilder damaged = new StringBuilder(text);
            for (int k = 0; k < 3; k++) {
                damaged.setCharAt(random.nextInt(damaged.length()), "0123456789abcdef @.+:\n".charAt(random.nextInt(22)));
            }
            Recording recording;
            try {
                recording = Recording.parse(damaged.toString());
            } catch (RecordingException refused) {
                continue;
            }
            try (TestNode node = TestNode.on(EngineKind.MODELLED).recorded("card", recording).start()) {
                node.onHost(() -> node.driver().boot());
                node.advance(20_000_000);
            }
        }
    }
}
