package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.block.BlockOutcome;
import dev.spine.host.nbd.NbdClient.Reply;
import dev.spine.host.nbd.NbdCounters.Counter;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests and their replies. */
@Timeout(120)
class TransmissionTest {
    private static final int READ = 0;
    private static final int WRITE = 1;
    private static final int FLUSH = 3;
    private static final int TRIM = 4;
    private static final int CACHE = 5;
    private static final int WRITE_ZEROES = 6;
    private static final int FUA = 1;
    private static final int NO_HOLE = 2;
    private static final int DF = 4;
    private static final int REQ_ONE = 8;
    private static final int BLOCK_STATUS_CHUNK = 5;
    private static final int FAST_ZERO = 16;
    private static final int EPERM = 1;
    private static final int EIO = 5;
    private static final int EINVAL = 22;
    private static final int ENOSPC = 28;
    private static final int EOVERFLOW = 75;
    private static final int ENOTSUP = 95;
    private static final int ESHUTDOWN = 108;

    @TempDir
    private Path directory;
    private NbdNode node;
    private NbdClient client;

    @BeforeEach
    void connect() throws IOException {
        node = new NbdNode(directory);
        client = node.connect().go("disk");
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        node.close();
    }

    private static byte[] pattern(int bytes, int seed) {
        byte[] pattern = new byte[bytes];
        new Random(seed).nextBytes(pattern);
        return pattern;
    }

    @Test
    void whatIsWrittenIsReadByStructuredAndBySimpleReplies() throws IOException {
        byte[] data = pattern(64 * 1024, 1);
        assertEquals(0, client.write(8192, data, 0));
        assertArrayEquals(data, client.read(8192, data.length));
        try (NbdClient other = node.connectTcp().goSimple("disk")) {
            other.send(NbdClient.request(READ, 0, 5, 8192, data.length));
            Reply reply = other.simpleReply(data.length);
            assertEquals(5, reply.cookie());
            assertArrayEquals(data, reply.data());
        }
    }

    @Test
    void largeTransfersAreDonePieceByPiece() throws IOException {
        byte[] data = pattern(3 << 20, 2);
        assertEquals(0, client.write(512, data, 0));
        assertArrayEquals(data, client.read(512, data.length));
        try (NbdClient other = node.connect().goSimple("disk")) {
            other.send(NbdClient.request(READ, 0, 5, 512, data.length));
            other.send(NbdClient.request(READ, 0, 6, 1024, 512));
            other.send(NbdClient.request(FLUSH, 0, 7, 0, 0));
            // The large reply comes in several pieces, and nothing may come in between; the small ones may come before or after.
            Set<Long> cookies = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                ByteBuffer head = other.receive(16);
                assertEquals(0x67446698, head.getInt());
                assertEquals(0, head.getInt());
                long cookie = head.getLong();
                cookies.add(cookie);
                if (cookie == 5) {
                    assertArrayEquals(data, other.bytes(data.length));
                } else if (cookie == 6) {
                    assertArrayEquals(Arrays.copyOfRange(data, 512, 1024), other.bytes(512));
                }
            }
            assertEquals(Set.of(5L, 6L, 7L), cookies);
        }
    }

    @Test
    void anyByteCanBeWrittenAndReadAlone() throws IOException {
        byte[] shadow = pattern(NbdNode.CAPACITY, 3);
        System.arraycopy(shadow, 0, node.disk.content, 0, shadow.length);
        System.arraycopy(shadow, 0, node.sectors.content, 0, shadow.length);
        for (String export : new String[] {"disk", "sectors4k"}) {
            byte[] mine = shadow.clone();
            try (NbdClient other = node.connect().go(export)) {
                Seeded.cases(200, random -> {
                    int length = 1 + Seeded.edgy(random, random.nextInt(4) == 0 ? 700_000 : 9_000);
                    int offset = Seeded.edgy(random, NbdNode.CAPACITY - length + 1);
                    try {
                        switch (random.nextInt(3)) {
                            case 0 -> {
                                byte[] data = new byte[length];
                                random.nextBytes(data);
                                assertEquals(0, other.write(offset, data, random.nextInt(2)));
                                System.arraycopy(data, 0, mine, offset, length);
                            }
                            case 1 -> {
                                assertEquals(0, other.command(WRITE_ZEROES, 0, offset, length));
                                Arrays.fill(mine, offset, offset + length, (byte) 0);
                            }
                            default -> assertArrayEquals(Arrays.copyOfRange(mine, offset, offset + length), other.read(offset, length));
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
            assertArrayEquals(mine, export.equals("disk") ? node.disk.content : node.sectors.content);
        }
        assertTrue(node.count(Counter.PARTIAL_BLOCKS) > 0);
    }

    @Test
    void partialWritesOfSeveralClientsToOneBlockAreAllKept() throws IOException, InterruptedException {
        int clients = 4;
        int rounds = 200;
        Thread[] threads = new Thread[clients];
        int[] failures = new int[clients];
        for (int i = 0; i < clients; i++) {
            int number = i;
            threads[i] = Thread.ofVirtual().start(() -> {
                try (NbdClient one = node.connect().go("sectors4k")) {
                    for (int round = 1; round <= rounds; round++) {
                        // Its own byte of a block that all share, and now and then its own whole block.
                        failures[number] += one.write(100 + number, new byte[] {(byte) round}, 0);
                        failures[number] += one.write(4096L * (1 + number), pattern(4096, round), 0);
                    }
                } catch (IOException e) {
                    failures[number]++;
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertArrayEquals(new int[clients], failures);
        for (int i = 0; i < clients; i++) {
            assertEquals((byte) rounds, node.sectors.content[100 + i]);
        }
    }

    @Test
    void zerosAreSentAsAHole() throws IOException {
        client.write(4096, pattern(512, 4), 0);
        client.send(NbdClient.request(READ, DF, 1, 8192, 4096));
        Reply hole = client.chunk();
        assertEquals(2, hole.type());
        assertEquals(8192, ByteBuffer.wrap(hole.data()).getLong());
        assertEquals(4096, ByteBuffer.wrap(hole.data()).getInt(8));
        byte[] mixed = client.read(4096, 4096);
        assertArrayEquals(pattern(512, 4), Arrays.copyOf(mixed, 512));
    }

    @Test
    void writeZeroesAndTrimTakeTheirFlags() throws IOException {
        Arrays.fill(node.disk.content, (byte) 1);
        assertEquals(0, client.command(WRITE_ZEROES, FUA | FAST_ZERO, 0, 1 << 20));
        assertEquals(0, client.command(TRIM, FUA, 2 << 20, 1 << 20));
        assertArrayEquals(new byte[1 << 20], client.read(0, 1 << 20));
        assertEquals(EINVAL, client.command(TRIM, NO_HOLE, 0, 512));
        assertEquals(EINVAL, client.command(WRITE_ZEROES, DF, 0, 512));
        assertEquals(1, node.disk.content[1 << 20]);
    }

    /** The client wants room that a later write cannot lack; a device keeps no blocks of what it is only asked to zero. */
    @Test
    void zerosWithoutHolesAreWrittenToTheDevice() throws IOException {
        Arrays.fill(node.disk.content, (byte) 1);
        assertEquals(0, client.command(WRITE_ZEROES, NO_HOLE, 700, 1 << 20));
        assertEquals(0, node.disk.zeroed);
        assertArrayEquals(new byte[1 << 20], Arrays.copyOfRange(node.disk.content, 700, 700 + (1 << 20)));
        assertEquals(1, node.disk.content[699]);
        assertEquals(1, node.disk.content[700 + (1 << 20)]);
        assertEquals(0, node.disk.flushes);
        assertEquals(0, client.command(WRITE_ZEROES, NO_HOLE | FUA, 0, 1 << 20));
        assertEquals(0, node.disk.through, "its pieces are small: they are forced at the end, once");
        assertEquals(1, node.disk.flushes);
        assertEquals(ENOTSUP, client.command(WRITE_ZEROES, NO_HOLE | FAST_ZERO, 0, 1 << 20), "that is no faster than a write of data");
        assertEquals(0, client.command(WRITE_ZEROES, 0, 0, 4096));
        assertTrue(node.disk.zeroed > 0);
    }

    @Test
    void forceUnitAccessReachesTheDeviceAndFlushDoes() throws IOException {
        assertEquals(0, client.write(0, new byte[512], 0));
        assertEquals(0, node.disk.through);
        assertEquals(0, client.write(0, new byte[512], FUA));
        assertEquals(1, node.disk.through);
        assertEquals(0, client.command(FLUSH, 0, 0, 0));
        assertEquals(1, node.disk.flushes);
        assertEquals(0, client.command(CACHE, 0, 0, 4096));
    }

    @Test
    void requestsThatMakeNoSenseAreRefusedAndTheNextOneIsServed() throws IOException {
        assertThrows(IOException.class, () -> client.read(NbdNode.CAPACITY - 511, 512), "error 22");
        assertThrows(IOException.class, () -> client.read(-512, 512), "error 22");
        assertThrows(IOException.class, () -> client.read(0, 0), "error 22");
        assertEquals(ENOSPC, client.write(NbdNode.CAPACITY - 511, new byte[512], 0));
        assertEquals(ENOSPC, client.write(Long.MAX_VALUE, new byte[512], 0));
        assertEquals(EINVAL, client.write(0, new byte[0], 0));
        assertEquals(ENOSPC, client.command(WRITE_ZEROES, 0, 512, NbdNode.CAPACITY));
        assertEquals(EINVAL, client.command(TRIM, 0, 512, NbdNode.CAPACITY));
        assertEquals(EINVAL, client.command(CACHE, 0, 512, NbdNode.CAPACITY));
        assertEquals(EINVAL, client.command(7, 0, 0, 512), "block status without a meta context");
        assertEquals(EINVAL, client.command(200, 0, 0, 512));
        assertEquals(EINVAL, client.write(0, new byte[512], 0x40));
        assertEquals(0, client.write(0, pattern(512, 5), 0));
        assertArrayEquals(pattern(512, 5), client.read(0, 512));
    }

    private static long extent(Reply reply) {
        ByteBuffer data = ByteBuffer.wrap(reply.data());
        assertEquals(BLOCK_STATUS_CHUNK, reply.type());
        assertEquals(1, reply.flags(), "the only chunk");
        assertEquals(1, data.getInt(), "the number of the context");
        int bytes = data.getInt();
        int flags = data.getInt();
        assertEquals(0, data.remaining(), "one extent");
        assertTrue(flags == 0 || flags == 3, "a hole reads as zeros");
        return flags == 0 ? bytes : -bytes;
    }

    @Test
    void blockStatusTellsHolesFromData() throws IOException {
        Arrays.fill(node.disk.content, 8192, 16_384, (byte) 1);
        try (NbdClient mapped = node.connect().goMapped("disk")) {
            assertEquals(-8192, extent(mapped.extent(0, NbdNode.CAPACITY, 0)));
            assertEquals(8192 - 1000, extent(mapped.extent(9192, 1 << 20, REQ_ONE)));
            assertEquals(-77, extent(mapped.extent(20_000, 77, 0)), "no more than was asked for");
            assertEquals(0, mapped.write(20_000, pattern(77, 6), 0));
            assertEquals(77, extent(mapped.extent(20_000, 77, 0)), "what was acknowledged counts");
            assertEquals(-(NbdNode.CAPACITY - 24_576), extent(mapped.extent(24_576, NbdNode.CAPACITY - 24_576, 0)));
            assertEquals(EINVAL, mapped.extent(0, 0, 0).error());
            assertEquals(EINVAL, mapped.extent(NbdNode.CAPACITY - 511, 512, 0).error());
            assertEquals(EINVAL, mapped.extent(-512, 512, 0).error());
            assertEquals(EINVAL, mapped.extent(0, 512, DF).error());
        }
        try (NbdClient other = node.connect()) {
            other.greet(3);
            other.ask(8);
            other.ask(10, NbdClient.nameAndQueries("locked", "base:allocation"));
            other.ask(7, NbdClient.nameAndRequests("disk"));
            assertEquals(EINVAL, other.command(7, 0, 0, 512), "the map was asked for another export");
        }
        assertEquals(10, node.count(Counter.STATUS_REQUESTS));
    }

    @Test
    void aWriteThatIsTooLargeIsReadToItsEndAndRefused() throws IOException {
        client.send(NbdClient.request(WRITE, 0, 3, 0, (32 << 20) + 512));
        ByteBuffer payload = ByteBuffer.allocate((32 << 20) + 512);
        client.send(payload);
        assertEquals(ENOSPC, client.simpleReply(0).error());
        assertEquals(0, client.write(0, new byte[512], 0));
    }

    @Test
    void aReadThatMustNotBeFragmentedIsRefusedWhenItIsTooLarge() throws IOException {
        assertEquals(128 * 1024, client.read(0, 128 * 1024, DF).length);
        client.send(NbdClient.request(READ, DF, 1, 0, 1 << 20));
        assertEquals(EOVERFLOW, client.chunk().error());
    }

    @Test
    void aReadOnlyExportRefusesChanges() throws IOException {
        try (NbdClient other = node.connect().go("locked")) {
            assertEquals(EPERM, other.write(0, new byte[512], 0));
            assertEquals(EPERM, other.command(TRIM, 0, 0, 512));
            assertEquals(EPERM, other.command(WRITE_ZEROES, 0, 0, 512));
            assertEquals(0, other.command(FLUSH, 0, 0, 0));
            assertEquals(512, other.read(0, 512).length);
        }
        node.disk.protect();
        assertEquals(EPERM, client.write(0, new byte[512], 0));
    }

    @Test
    void whatTheDeviceCannotDoIsAnError() throws IOException {
        node.disk.fault = BlockOutcome.MEDIA_ERROR;
        node.disk.faultAt = 300_000;
        assertEquals(EIO, client.write(0, new byte[400_000], 0));
        assertEquals(EIO, client.write(299_777, new byte[1000], 0));
        assertEquals(EIO, client.command(WRITE_ZEROES, 0, 0, 1 << 20));
        assertThrows(IOException.class, () -> client.read(262_144, 65_536));
        node.disk.fault = BlockOutcome.GONE;
        assertEquals(ESHUTDOWN, client.write(299_520, new byte[1024], 0));
        node.disk.faultAt = -1;
        assertEquals(0, client.write(0, pattern(400_000, 6), 0));
        assertArrayEquals(pattern(400_000, 6), client.read(0, 400_000));
    }

    @Test
    void anErrorInTheMiddleOfALargeReadIsToldInAStructuredReplyAndEndsASimpleOne() throws IOException {
        Arrays.fill(node.disk.content, (byte) 9);
        node.disk.fault = BlockOutcome.MEDIA_ERROR;
        node.disk.faultAt = 1 << 20;
        client.send(NbdClient.request(READ, 0, 1, 0, 2 << 20));
        Reply chunk = client.chunk();
        while ((chunk.flags() & 1) == 0) {
            assertEquals(1, chunk.type());
            chunk = client.chunk();
        }
        assertEquals(EIO, chunk.error());
        try (NbdClient other = node.connect().goSimple("disk")) {
            other.send(NbdClient.request(READ, 0, 1, 0, 2 << 20));
            assertEquals(0, other.receive(16).getInt(4));
            assertThrows(EOFException.class, () -> other.receive(2 << 20));
        }
    }

    @Test
    void manyRequestsAtOnceAreAllAnsweredOnceAlsoWhenTheDeviceIsOftenBusy() throws IOException {
        node.disk.refuseOneIn = 3;
        int requests = 2000;
        ByteBuffer all = ByteBuffer.allocate(requests * 540);
        for (int i = 0; i < requests; i++) {
            all.put(i % 2 == 0 ? NbdClient.request(WRITE, 0, i, 512L * i, 512, pattern(512, i)) : NbdClient.request(FLUSH, 0, i, 0, 0));
        }
        Thread sender = Thread.ofVirtual().start(() -> {
            try {
                client.send(all.flip());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Set<Long> cookies = new HashSet<>();
        for (int i = 0; i < requests; i++) {
            Reply reply = client.simpleReply(0);
            assertEquals(0, reply.error());
            assertTrue(cookies.add(reply.cookie()));
        }
        assertTrue(joined(sender));
        for (int i = 0; i < requests; i += 2) {
            assertArrayEquals(pattern(512, i), Arrays.copyOfRange(node.disk.content, 512 * i, 512 * i + 512));
        }
    }

    private static boolean joined(Thread thread) {
        try {
            thread.join();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void disconnectIsTheEndOfTheConversation() throws IOException {
        client.send(NbdClient.request(WRITE, 0, 1, 0, 512, pattern(512, 7)));
        client.disconnect();
        assertEquals(0, client.simpleReply(0).error());
        assertThrows(EOFException.class, () -> client.receive(1));
        node.awaitNoClient();
        assertEquals(0, node.count(Counter.CUTS));
    }

    @Test
    void aServerThatShutsDownAnswersWhatIsUnderWayAndRefusesTheRest() throws IOException {
        node.disk.held = true;
        client.send(NbdClient.request(WRITE, 0, 1, 0, 512, pattern(512, 8)));
        node.tasks.await("the write", () -> node.disk.queued == 1);
        node.tasks.run(node.server::shutDown);
        client.send(NbdClient.request(WRITE, 0, 2, 0, 512, pattern(512, 9)));
        Reply refused = client.simpleReply(0);
        assertEquals(2, refused.cookie());
        assertEquals(ESHUTDOWN, refused.error());
        node.disk.held = false;
        assertEquals(0, client.simpleReply(0).error());
        node.tasks.await("all answers", node.server::isAnswered);
        assertArrayEquals(pattern(512, 8), Arrays.copyOf(node.disk.content, 512));
    }
}
