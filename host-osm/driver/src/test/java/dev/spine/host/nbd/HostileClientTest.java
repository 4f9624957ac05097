package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;

import dev.spine.host.block.BlockOutcome;
import dev.spine.host.nbd.NbdCounters.Counter;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that cut, stall, flood and lie: each is counted, none concerns the others, and nothing is left behind. */
@Timeout(120)
@Tag("full")
class HostileClientTest {
    private static final long SHORT_NS = 1_500_000_000L;

    @TempDir
    private Path directory;
    private NbdNode node;

    @AfterEach
    void close() {
        node.close();
    }

    private void serve(NbdSettings settings) throws IOException {
        node = new NbdNode(directory, settings);
    }

    private static NbdSettings settings(int connections, long negotiationNs, long stallNs) {
        return new NbdSettings(connections, 16, 6, 32, negotiationNs, stallNs);
    }

    /** A whole session as one run of bytes. */
    private static byte[] session() {
        ByteBuffer bytes = ByteBuffer.allocate(8192);
        bytes.putInt(3).put(NbdClient.option(3)).put(NbdClient.option(8)).put(NbdClient.option(7, NbdClient.nameAndRequests("disk", 3)));
        bytes.put(NbdClient.request(1, 1, 1, 512, 700, new byte[700])).put(NbdClient.request(0, 0, 2, 0, 4096));
        bytes.put(NbdClient.request(6, 0, 3, 100, 3000)).put(NbdClient.request(3, 0, 4, 0, 0)).put(NbdClient.request(2, 0, 5, 0, 0));
        byte[] session = new byte[bytes.position()];
        bytes.get(0, session);
        return session;
    }

    @Test
    void aSessionCutAtAnyByteLeavesNothingBehind() throws IOException {
        serve(NbdNode.SETTINGS);
        byte[] session = session();
        for (int cut = 0; cut <= session.length; cut++) {
            try (NbdClient client = node.connect()) {
                client.send(ByteBuffer.wrap(session, 0, cut));
                if (cut % 2 == 0) {
                    client.channel.shutdownOutput();
                    client.drain();
                }
            }
        }
        node.awaitNoClient();
        assertTrue(node.count(Counter.CUTS) > session.length / 4);
        assertTrue(node.tasks.call(node.server::isQuiet));
        assertEquals(0, node.disk.queued);
        try (NbdClient client = node.connect().go("disk")) {
            assertEquals(0, client.write(0, new byte[512], 0));
        }
    }

    @Test
    void aSessionSentByteByByteIsServedLikeAnyOther() throws IOException {
        serve(NbdNode.SETTINGS);
        byte[] session = session();
        long whole;
        try (NbdClient client = node.connect()) {
            client.send(ByteBuffer.wrap(session));
            whole = client.drain();
        }
        try (NbdClient client = node.connect()) {
            for (byte one : session) {
                client.send(ByteBuffer.allocate(1).put(one).flip());
            }
            assertEquals(whole, client.drain());
        }
    }

    @Test
    void theThreadSleepsUntilAClientReadsWhenOnlyItsRepliesHoldTheMemoryThatItsRequestsWaitFor() throws IOException {
        serve(NbdNode.SETTINGS);
        try (NbdClient client = node.connect().go("disk")) {
            int requests = 64;
            for (int i = 0; i < requests; i++) {
                client.send(NbdClient.request(0, 0, i, 0, Transmission.PIECE_BYTES));
            }
            node.awaitCount(Counter.WAITS, 1);
            node.tasks.await("nothing to do but to wait for the client", () -> !node.server.isBusy());
        }
    }

    @Test
    void whoDoesNotNegotiateInTimeIsClosed() throws IOException {
        serve(settings(4, SHORT_NS, SHORT_NS));
        try (NbdClient client = node.connect()) {
            client.receive(18);
            assertThrows(EOFException.class, () -> client.receive(1));
        }
        assertEquals(1, node.count(Counter.NEGOTIATION_TIMEOUTS));
    }

    @Test
    void whoLeavesARequestHalfSentIsClosedAndWhoSaysNothingIsNot() throws IOException {
        serve(settings(4, SHORT_NS, SHORT_NS));
        try (NbdClient silent = node.connect().go("disk"); NbdClient client = node.connect().go("disk")) {
            client.send(NbdClient.request(1, 0, 1, 0, 512, new byte[100]));
            assertThrows(EOFException.class, () -> client.receive(1));
            assertEquals(1, node.count(Counter.STALLS));
            assertEquals(0, silent.write(0, new byte[512], 0));
        }
    }

    @Test
    void whoSendsAByteNowAndThenIsClosedAsWell() throws IOException {
        serve(settings(4, SHORT_NS, SHORT_NS));
        try (NbdClient client = node.connect().go("disk"); Selector pace = Selector.open()) {
            client.send(NbdClient.request(1, 0, 1, 0, 1 << 20, new byte[100]));
            client.channel.configureBlocking(false);
            client.channel.register(pace, SelectionKey.OP_READ);
            long sent = 0;
            // It has something to read when it is closed.
            while (pace.select(20) == 0) {
                sent += client.channel.write(ByteBuffer.allocate(1));
            }
            assertTrue(sent > 1 && sent < Debt.QUOTA_BYTES, sent + " bytes");
        }
        node.awaitCount(Counter.STALLS, 1);
    }

    @Test
    void whoCompletesMessagesInTimeIsServedAlthoughTheNextHasAlwaysBegun() throws IOException {
        serve(settings(4, SHORT_NS, SHORT_NS));
        ByteBuffer flush = NbdClient.request(3, 0, 1, 0, 0);
        int half = flush.limit() / 2;
        // The second half of one request, and the first half of the next.
        ByteBuffer second = flush.slice(half, flush.limit() - half);
        ByteBuffer halves = ByteBuffer.allocate(flush.limit()).put(second).put(flush.slice(0, half)).flip();
        try (NbdClient client = node.connect().go("disk"); Selector pace = Selector.open()) {
            client.send(flush.slice(0, half));
            long began = System.nanoTime();
            // Long enough that the server has looked for those that are late, and too slow to move enough otherwise.
            while (System.nanoTime() - began < 2 * SHORT_NS) {
                pace.select(20);
                client.send(halves.duplicate());
                client.receive(16);
            }
        }
        assertEquals(0, node.count(Counter.STALLS));
    }

    @Test
    void whoReadsRepliesAByteAtATimeIsClosedAsWell() throws IOException {
        serve(settings(4, SHORT_NS, SHORT_NS));
        Arrays.fill(node.disk.content, (byte) 3);
        try (NbdClient client = node.connect().go("disk"); Selector pace = Selector.open()) {
            for (int i = 0; i < 16; i++) {
                client.send(NbdClient.request(0, 0, i, 0, 256 * 1024));
            }
            ByteBuffer one = ByteBuffer.allocate(1);
            while (node.count(Counter.STALLS) == 0) {
                pace.select(20);
                assertEquals(1, client.channel.read(one.clear()));
            }
        }
        assertEquals(1, node.count(Counter.STALLS));
    }

    @Test
    void memoryThatADeviceMayStillUseIsNoOtherClientsAndTheServerIsNotQuietUntilTheDeviceLetsGo() throws IOException {
        List<ConnectionMemory> made = new CopyOnWriteArrayList<>();
        node = new NbdNode(directory, NbdNode.SETTINGS, memory -> {
            ConnectionMemory one = memory.get();
            made.add(one);
            return one;
        });
        node.disk.fault = BlockOutcome.IN_DOUBT;
        node.disk.faultAt = 512;
        try (NbdClient client = node.connect().go("disk")) {
            client.send(NbdClient.request(0, 0, 1, 512, 512));
            assertThrows(EOFException.class, () -> client.receive(1));
        }
        assertFalse(node.tasks.call(node.server::isQuiet));
        try (NbdClient other = node.connect().go("disk")) {
            assertEquals(0, other.write(0, new byte[512], 0));
        }
        assertEquals(2, made.size(), "the other has memory of its own");
        node.tasks.run(() -> node.disk.inDoubt.forEach(Runnable::run));
        node.awaitNoClient();
        assertTrue(node.tasks.call(node.server::isQuiet));
        try (NbdClient third = node.connect().go("disk")) {
            assertEquals(0, third.write(0, new byte[512], 0));
        }
        assertEquals(2, made.size());
    }

    @Test
    void aConnectionOfWhichOnlyMemoryIsLeftTakesNoOthersPlace() throws IOException {
        serve(settings(2, SHORT_NS, SHORT_NS));
        node.disk.fault = BlockOutcome.IN_DOUBT;
        node.disk.faultAt = 512;
        for (int i = 0; i < 3; i++) {
            try (NbdClient client = node.connect().go("disk")) {
                client.send(NbdClient.request(0, 0, 1, 512, 512));
                assertThrows(EOFException.class, () -> client.receive(1));
            }
        }
        try (NbdClient first = node.connect().go("disk"); NbdClient second = node.connect().go("disk")) {
            assertEquals(0, first.write(0, new byte[512], 0));
            assertEquals(0, second.write(0, new byte[512], 0));
            try (NbdClient third = node.connect()) {
                assertThrows(EOFException.class, () -> third.receive(1), "two are connected");
            }
        }
        assertEquals(1, node.count(Counter.REFUSED_CONNECTIONS));
        assertFalse(node.tasks.call(node.server::isQuiet));
        node.tasks.run(() -> node.disk.inDoubt.forEach(Runnable::run));
        node.awaitNoClient();
        assertTrue(node.tasks.call(node.server::isQuiet));
    }

    @Test
    void aClientForWhomThereIsNoMemoryIsClosedAndCountedAndOthersGoOn() throws IOException {
        int[] left = {1};
        node = new NbdNode(directory, settings(4, SHORT_NS, SHORT_NS), memory -> {
            if (--left[0] < 0) {
                throw new OutOfMemoryError("a test's");
            }
            return memory.get();
        });
        try (NbdClient client = node.connect().go("disk")) {
            for (int i = 0; i < 3; i++) {
                try (NbdClient other = node.connect()) {
                    assertThrows(EOFException.class, () -> other.receive(1));
                }
            }
            assertEquals(3, node.count(Counter.MEMORY_REFUSALS));
            assertEquals(0, client.write(0, new byte[512], 0));
        }
        node.awaitNoClient();
        try (NbdClient client = node.connect().go("disk")) {
            assertEquals(0, client.write(0, new byte[512], 0), "memory of a client that has gone is used again");
        }
    }

    @Test
    void aClientWhoseConnectionFindsNoMemoryIsClosedAndCountedAndOthersGoOn() throws IOException {
        ConnectionMemory none = mock(ConnectionMemory.class, call -> {
            if (call.getMethod().getName().equals("reset")) {
                return null;
            }
            throw new OutOfMemoryError("a test's");
        });
        int[] left = {1};
        node = new NbdNode(directory, settings(4, SHORT_NS, SHORT_NS), memory -> --left[0] < 0 ? none : memory.get());
        try (NbdClient client = node.connect().go("disk")) {
            for (int i = 0; i < 3; i++) {
                try (NbdClient other = node.connect()) {
                    assertThrows(EOFException.class, () -> other.receive(1));
                }
            }
            node.awaitCount(Counter.MEMORY_REFUSALS, 3);
            assertEquals(0, client.write(0, new byte[512], 0));
        }
        node.awaitNoClient();
    }

    @Test
    void whoDoesNotReadRepliesIsNotReadEitherAndOthersAreServed() throws IOException {
        serve(settings(4, SHORT_NS, SHORT_NS));
        Arrays.fill(node.disk.content, (byte) 3);
        try (NbdClient slow = node.connect().go("disk"); NbdClient other = node.connect().go("disk")) {
            slow.channel.configureBlocking(false);
            int taken = 0;
            for (int i = 0; i < 100_000; i++) {
                taken += slow.channel.write(NbdClient.request(0, 0, i, 0, 256 * 1024));
            }
            // Two sockets' worth of requests may be on their way; the rest was not taken.
            assertTrue(taken < 100_000 * 28 / 2, taken + " bytes were taken");
            for (int i = 0; i < 100; i++) {
                assertEquals(0, other.write(0, new byte[512], 0));
            }
            node.awaitCount(Counter.STALLS, 1);
        }
        node.awaitNoClient();
    }

    @Test
    void moreConnectionsThanAdmittedAreClosedAndPlacesBecomeFree() throws IOException {
        serve(settings(3, SHORT_NS, 1000 * SHORT_NS));
        List<NbdClient> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(node.connect().go("disk"));
        }
        try (NbdClient one = node.connect()) {
            assertThrows(IOException.class, () -> one.receive(18));
        }
        node.awaitCount(Counter.REFUSED_CONNECTIONS, 1);
        for (NbdClient client : clients) {
            assertEquals(0, client.write(0, new byte[512], 0));
            client.close();
        }
        node.awaitNoClient();
        try (NbdClient one = node.connectTcp().go("disk")) {
            assertEquals(0, one.write(0, new byte[512], 0));
        }
    }

    @Test
    void aRequestThatDoesNotBeginAsRequestsDoClosesTheConnection() throws IOException {
        serve(NbdNode.SETTINGS);
        try (NbdClient client = node.connect().go("disk")) {
            client.send(ByteBuffer.allocate(28).putInt(0x25609514).clear());
            assertThrows(EOFException.class, () -> client.receive(1));
        }
        assertEquals(1, node.count(Counter.BAD_REQUESTS));
    }

    @Test
    void aClientThatGoesWhileTheDeviceWorksKeepsItsMemoryUntilTheDeviceIsDone() throws IOException {
        serve(settings(2, SHORT_NS, 1000 * SHORT_NS));
        node.disk.held = true;
        try (NbdClient client = node.connect().go("disk")) {
            for (int i = 0; i < 8; i++) {
                client.send(NbdClient.request(1, 0, i, 4096L * i, 4096, new byte[4096]));
            }
            // One that changes blocks in part and waits for the others to end.
            client.send(NbdClient.request(1, 0, 9, 5, 7, new byte[7]));
            node.tasks.await("the writes", () -> node.disk.queued == 8);
        }
        try (NbdClient other = node.connect().go("disk")) {
            other.send(NbdClient.request(0, 0, 1, 0, 512));
            node.tasks.await("the read", () -> node.disk.queued == 9);
            node.disk.held = false;
            assertEquals(0, other.chunk().error());
            // The gate is open again for whole and for partial blocks.
            assertEquals(0, other.write(0, new byte[512], 0));
            assertEquals(0, other.write(1, new byte[5], 0));
        }
        node.awaitNoClient();
        assertTrue(node.tasks.call(node.server::isQuiet));
    }

    @Test
    void requestsInAnyOrderOfSizesNeverMixUpTheirData() throws IOException {
        serve(NbdNode.SETTINGS);
        Seeded.cases(30, random -> {
            byte[] content = new byte[1 << 20];
            random.nextBytes(content);
            System.arraycopy(content, 0, node.disk.content, 0, content.length);
            node.disk.refuseOneIn = random.nextInt(4) * 5;
            try (NbdClient client = node.connect().goSimple("disk")) {
                int requests = 60;
                int[] offsets = new int[requests];
                int[] lengths = new int[requests];
                ByteBuffer all = ByteBuffer.allocate(requests * 28);
                for (int i = 0; i < requests; i++) {
                    lengths[i] = 1 + Seeded.edgy(random, random.nextInt(8) == 0 ? 900_000 : 40_000);
                    offsets[i] = Seeded.edgy(random, content.length - lengths[i] + 1);
                    all.put(NbdClient.request(0, 0, i, offsets[i], lengths[i]));
                }
                client.send(all.flip());
                for (int i = 0; i < requests; i++) {
                    ByteBuffer head = client.receive(16);
                    assertEquals(0x67446698, head.getInt());
                    assertEquals(0, head.getInt());
                    int which = (int) head.getLong();
                    byte[] expected = Arrays.copyOfRange(content, offsets[which], offsets[which] + lengths[which]);
                    assertArrayEquals(expected, client.bytes(lengths[which]));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
