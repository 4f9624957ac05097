package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.fuzz.Fuzz;
import dev.spine.host.nbd.NbdCounters.Counter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a client sends: the server neither fails nor hangs nor leaves anything behind, and serves the next client. */
class NbdFuzzTest {
    private static final int BRIEF_SESSIONS = 300;
    private static final int SESSIONS_PER_HONEST_CLIENT = 64;
    private static final int SILENCE_MS = 20_000;
    /** What depends on when something came. */
    private static final EnumSet<Counter> UNSTEADY = EnumSet.of(Counter.WAITS, Counter.BROKEN);

    @TempDir
    private Path directory;
    private NbdNode node;
    private long sessions;
    private final Fuzz fuzz = Fuzz.over(NbdFuzzTest.class, "sessions");

    @BeforeEach
    void serve() throws IOException {
        node = new NbdNode(directory);
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** How a client goes, and how ready the device is: both follow from the input, so that a seed repeats a run. */
    private Object session(byte[] input) throws IOException {
        int choice = Math.floorMod(Arrays.hashCode(input), 64);
        boolean polite = choice % 4 != 0;
        node.disk.refuseOneIn = choice / 4 < 2 ? 2 + choice / 4 : 0;
        long[] before = counts();
        say(input, polite);
        node.awaitNoClient();
        if (++sessions % SESSIONS_PER_HONEST_CLIENT == 0) {
            check();
        }
        if (!polite) {
            // How far the server came is chance.
            return "left";
        }
        long[] after = counts();
        EnumSet<Counter> counted = EnumSet.allOf(Counter.class);
        counted.removeIf(counter -> before[counter.ordinal()] == after[counter.ordinal()] || UNSTEADY.contains(counter));
        return List.of(counted, node.disk.refuseOneIn > 0);
    }

    private long[] counts() {
        return node.tasks.call(() -> Arrays.stream(Counter.values()).mapToLong(node.server.counters()::get).toArray());
    }

    /** Says all of it, reads what comes meanwhile, and goes: after the last answer, or with its back turned. */
    private void say(byte[] session, boolean polite) throws IOException {
        try (NbdClient client = node.connect(); Selector selector = Selector.open()) {
            SocketChannel channel = client.channel;
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            ByteBuffer out = ByteBuffer.wrap(session);
            ByteBuffer in = ByteBuffer.allocate(1 << 16);
            try {
                while (true) {
                    assertTrue(selector.select(SILENCE_MS) > 0, "the server neither reads nor answers nor closes");
                    selector.selectedKeys().clear();
                    if (channel.read(in.clear()) < 0) {
                        return;
                    }
                    channel.write(out);
                    if (!out.hasRemaining() && key.interestOps() != SelectionKey.OP_READ) {
                        if (!polite) {
                            return;
                        }
                        channel.shutdownOutput();
                        key.interestOps(SelectionKey.OP_READ);
                    }
                }
            } catch (IOException e) {
                // The server has closed the connection while something was on its way: its good right.
                return;
            }
        }
    }

    private void check() throws IOException {
        node.awaitNoClient();
        assertTrue(node.tasks.call(node.server::isQuiet));
        assertEquals(0, node.disk.queued);
        node.disk.refuseOneIn = 0;
        try (NbdClient client = node.connect().go("disk")) {
            byte[] data = {1, 2, 3};
            assertEquals(0, client.write(700, data, 0));
            assertArrayEquals(data, client.read(700, 3));
        }
        node.awaitNoClient();
    }

    private void harmless(Fuzz.Summary summary) throws IOException {
        check();
        assertTrue(summary.outcomes() > 16, () -> "the inputs find too little: " + summary);
    }

    @Test
    @Timeout(120)
    void anySessionHarmsNobody() throws IOException {
        harmless(fuzz.briefly(BRIEF_SESSIONS, this::session));
    }

    @Test
    @Tag("full")
    @Timeout(3600)
    void anySessionHarmsNobodyForLong() throws IOException {
        harmless(fuzz.atLength(this::session));
    }
}
