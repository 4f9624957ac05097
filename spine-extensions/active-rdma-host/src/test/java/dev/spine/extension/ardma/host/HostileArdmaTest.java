package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sample.forger.Forger;

/** What hosts, clients and other nodes send that nobody should. */
class HostileArdmaTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final byte[] KEPT = {1, 2, 3, 4};

    private final Random random = new Random(SEED);

    private byte[] data() {
        byte[] data = random.nextInt(3) == 0 ? new byte[0] : new byte[1 + random.nextInt(3_000)];
        random.nextBytes(data);
        if (random.nextInt(3) == 0) {
            byte[] routine = ArdmaTest.listLength();
            System.arraycopy(routine, 0, data, 0, Math.min(data.length, routine.length));
        }
        return data;
    }

    private static void serves(TestServer node, int client) {
        RemoteServer server = node.connect(client);
        RemoteArea area = server.lookup("kept");
        assertArrayEquals(KEPT, server.read(area, 0, 4));
        assertEquals(1, server.callOnce(ArdmaTest.listLength(), StreamReader.NOTHING, List.of(server.lookup("list")), 0).value());
    }

    private static void open(TestServer node) {
        node.server.open("kept", 4, true);
        node.server.open("list", 64, true);
        RemoteServer server = node.connect(0);
        server.write(server.lookup("kept"), 0, KEPT);
        server.compareAndSwap(server.lookup("list"), 0, 0, -1);
    }

    private static void assertRunning(LoadedExtension extension) {
        assertTrue(extension.report().running(), () -> "seed " + SEED + ": " + extension.report());
    }

    @Test
    void randomOrdersOfTheHostStopNothing() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            open(node);
            LoadedExtension client = node.network.card(1).extension();
            for (int i = 0; i < 600; i++) {
                LoadedExtension to = random.nextBoolean() ? client : node.card();
                int[] words = random.ints(12).toArray();
                words[1] = random.nextInt(3) == 0 ? words[1] : random.nextInt(16) << 8;
                // Areas are opened by orders with sense alone: this one would use up the names.
                int handler = to == client ? 1 + random.nextInt(20) : 5 + random.nextInt(16);
                byte[] data = data();
                if (handler == ArdmaProtocol.LIMITS && to != client) {
                    continue;
                }
                if (data.length > 0) {
                    to.sendBulk(handler, data, words);
                } else {
                    to.send(handler, words);
                }
                if (i % 20 == 0) {
                    node.network.card(1).pass(Duration.ofMillis(5));
                }
            }
            node.network.card(1).pass(Duration.ofSeconds(10));
            assertRunning(node.card());
            assertRunning(client);
            serves(node, 0);
        }
    }

    @Test
    void randomRequestsOfAClientHarmNoOther() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            open(node);
            node.server.limit(10_000, 10_000, 4);
            ArdmaClient client = node.clients.get(1);
            RemoteServer hostile = node.connect(1);
            int list = hostile.lookup("list").id();
            for (int i = 0; i < 300; i++) {
                int[] words = random.ints(12).toArray();
                words[2] = random.nextInt(3) == 0 ? words[2] : list;
                words[4] = random.nextInt(3) == 0 ? words[4] : random.nextInt(9) | random.nextInt(17) << 8;
                int kind = ArdmaProtocol.LOOKUP + random.nextInt(ArdmaProtocol.FORGET - ArdmaProtocol.LOOKUP + 1);
                if (kind == ArdmaProtocol.WRITE || kind == ArdmaProtocol.CAS || kind == ArdmaProtocol.FETCH_ADD) {
                    // These may change what the client may write.
                    continue;
                }
                client.ask(new Connection(0, 1, 0), kind, words, data(), StreamReader.NOTHING);
            }
            assertRunning(node.card());
            serves(node, 0);
        }
    }

    @Test
    void aRoutineOfAnySizeIsAnsweredAndTheServerGoesOn() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            open(node);
            node.connect(0);
            for (int kind : new int[] {ArdmaProtocol.INSTALL, ArdmaProtocol.CALL_ONCE}) {
                for (int bytes : new int[] {ArdmaProtocol.MAX_BYTES, ArdmaProtocol.MAX_BYTES + 1, 300_000}) {
                    Answer answer = node.clients.get(0).ask(new Connection(0, 2, 0), kind, new int[12], new byte[bytes],
                        StreamReader.NOTHING);
                    assertEquals(bytes > ArdmaProtocol.MAX_BYTES ? ArdmaProtocol.OUT_OF_BOUNDS : ArdmaProtocol.REFUSED, answer.status());
                }
            }
            assertRunning(node.card());
            serves(node, 0);
        }
    }

    @Test
    void anOfferBeforeTheLastOneIsAnsweredIsNone() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            open(node);
            for (int i = 1; i < ArdmaServer.MAX_PROCEDURES; i++) {
                node.server.offer("p" + i, ArdmaTest.listLength());
            }
            for (int i = 0; i < 3; i++) {
                node.card().sendBulk(ArdmaProtocol.OFFER, ArdmaTest.largest(3, i), 0, 0, 0, 0, i + 1, 0, 0, 0, 0, 0);
            }
            node.network.settle();
            assertRunning(node.card());
            assertEquals(2, node.card().counter("messages malformed"));
            serves(node, 0);
        }
    }

    @Test
    void twoServersDoNotAnswerOneAnother() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            open(node);
            LoadedExtension second = node.network.card(1).load(ServerExtension.class);
            LoadedExtension forger = node.network.card(2).load(Forger.class);
            long first = node.network.card(0).hardwareAddress();
            long other = node.network.card(1).hardwareAddress();
            forger.send(1, (int) (first >>> Integer.SIZE), (int) first, node.card().number() << 8 | ArdmaProtocol.NET, ArdmaProtocol.HELLO,
                0, 0, (int) (other >>> Integer.SIZE), (int) other, second.number() << 8 | ArdmaProtocol.NET);
            // It would never come to rest.
            node.network.settle();
            second.acceptHoldings();
            serves(node, 0);
        }
    }

    @Test
    void whoHasNoSessionIsAnsweredSoAndChangesNothing() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            open(node);
            LoadedExtension forger = node.network.card(2).load(Forger.class);
            long address = node.network.card(0).hardwareAddress();
            for (int i = 0; i < 400; i++) {
                int handler = random.nextInt(5) == 0 ? 1 + random.nextInt(40) : ArdmaProtocol.NET;
                int[] words = random.ints(12).toArray();
                words[0] = (int) (address >>> Integer.SIZE);
                words[1] = (int) address;
                words[2] = node.card().number() << 8 | handler;
                words[3] = ArdmaProtocol.LOOKUP + random.nextInt(40);
                byte[] data = data();
                if (data.length > 0) {
                    forger.sendBulk(1, data, words);
                } else {
                    forger.send(1, words);
                }
                if (i % 16 == 0) {
                    node.network.settle();
                }
            }
            node.network.settle();
            forger.acceptHoldings();
            assertRunning(node.card());
            serves(node, 0);
        }
    }
}
