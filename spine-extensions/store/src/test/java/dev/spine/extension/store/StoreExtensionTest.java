package dev.spine.extension.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.spine.extension.api.Route;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the extension does with packets, orders and a disk that are not as they should be. */
class StoreExtensionTest {
    private static final int PORT = 5010;
    private static final int HEADERS = BlockPacket.HEADER_BYTES;

    private final TestCard card = new TestCard();

    @BeforeEach
    void fillTheDisk() {
        new Random(1).nextBytes(card.disk);
    }

    private static byte[] packet(long position, int bytes, int fill) {
        byte[] packet = new byte[HEADERS + bytes];
        ByteBuffer out = ByteBuffer.wrap(packet);
        out.put(14, (byte) 0x45).putShort(38, (short) (HEADERS - 34 + bytes)).putInt(42, BlockPacket.MAGIC).putInt(46, bytes)
            .putLong(50, position);
        Arrays.fill(packet, HEADERS, packet.length, (byte) fill);
        return packet;
    }

    private void send(long position, long bytes, int chunk, int lapsAndReport) {
        card.order(StoreProtocol.SEND, (int) position, (int) (position >> 32), (int) bytes, (int) (bytes >> 32), chunk, 2, 0, 0x0A000001,
            0x0A000002, PORT, lapsAndReport, 0);
    }

    @Test
    void aPacketsBytesGoWhereItSays() {
        card.openDisk();
        card.order(StoreProtocol.RECEIVE, PORT);
        card.arrive(PORT, packet(4096, 1024, 0x5A));
        card.settle();
        assertEquals(0x5A, card.disk[4096]);
        assertEquals(0x5A, card.disk[5119]);
        assertEquals(1, card.count(StoreProtocol.CHUNKS_DONE));
    }

    @Test
    void malformedPacketsAndImpossiblePlacesAreCountedAndWriteNothing() {
        card.openDisk();
        card.order(StoreProtocol.RECEIVE, PORT);
        byte[] before = card.disk.clone();
        byte[] magic = packet(0, 512, 1);
        magic[42] = 0;
        byte[] longer = packet(0, 512, 1);
        longer[48] = 4;
        byte[] flags = packet(0, 512, 1);
        flags[46] = 1;
        byte[] udp = packet(0, 512, 1);
        udp[38] = 0;
        byte[] options = packet(0, 512, 1);
        options[14] = 0x46;
        byte[][] bad = {magic, longer, flags, udp, options, packet(0, 100, 1), packet(100, 512, 1), packet(-512, 512, 1),
            packet(TestCard.DISK_BYTES, 512, 1), packet(TestCard.DISK_BYTES - 512, 1024, 1), packet(Long.MAX_VALUE - 511, 512, 1),
            Arrays.copyOf(packet(0, 512, 1), HEADERS), Arrays.copyOf(packet(0, 512, 1), 20), packet(0, 0, 1)};
        for (byte[] packet : bad) {
            card.arrive(PORT, packet);
        }
        card.settle();
        assertEquals(bad.length, card.count("packets malformed"));
        assertArrayEquals(before, card.disk);
    }

    @Test
    void whatTheDiskHasNoRoomForIsDroppedAndWhatItRefusesHasFailed() {
        card.openDisk();
        card.order(StoreProtocol.RECEIVE, PORT);
        card.arrive(PORT, packet(0, 512, 1));
        card.end(5, 1);
        assertEquals(1, card.count(StoreProtocol.CHUNKS_FAILED));
        card.diskIsFull = true;
        card.arrive(PORT, packet(0, 512, 1));
        assertEquals(1, card.count("packets dropped for want of a request or a disk"));
    }

    @Test
    @Tag("SN-03")
    void anExtentLeavesInOrderWithValidHeaders() {
        card.openDisk();
        send(512, 100 * 512, 512, 1 << 1 | 1);
        card.settle();
        assertEquals(100, card.sent.size());
        for (int i = 0; i < 100; i++) {
            ByteBuffer frame = ByteBuffer.wrap(card.sent.get(i));
            assertEquals(512 + i * 512L, frame.getLong(50));
            assertArrayEquals(Arrays.copyOfRange(card.disk, 512 + i * 512, 1024 + i * 512),
                Arrays.copyOfRange(card.sent.get(i), HEADERS, HEADERS + 512));
            int sum = 0;
            for (int at = 14; at < 34; at += 2) {
                sum += frame.getShort(at) & 0xFFFF;
            }
            assertEquals(0xFFFF, (sum & 0xFFFF) + (sum >>> 16), "the header's checksum");
        }
        assertArrayEquals(new int[] {StoreProtocol.SEND, 0}, Arrays.copyOf(card.notified.get(StoreProtocol.HOST_DONE).getFirst(), 2));
    }

    @Test
    void lapsRepeatTheExtentAndNobodyIsToldWithoutNotice() {
        card.openDisk();
        send(0, 1024, 512, 3 << 1);
        card.settle();
        assertEquals(6, card.sent.size());
        assertNull(card.notified.get(StoreProtocol.HOST_DONE));
    }

    @Test
    void aFullWireDelaysAndLosesNothing() {
        card.openDisk();
        card.wireIsFull = true;
        send(0, 10 * 512, 512, 1 << 1 | 1);
        card.settle();
        assertEquals(0, card.sent.size());
        card.wireIsFull = false;
        card.settle();
        assertEquals(10, card.sent.size());
        assertEquals(10, card.count(StoreProtocol.CHUNKS_DONE));
    }

    @Test
    void aDiskThatGoesEndsTheOrderWithTheCountOfWhatFailed() {
        card.openDisk();
        send(0, 100 * 512, 512, 1 << 1 | 1);
        card.end(0, 0);
        card.loseDisk();
        card.settle();
        int[] done = card.notified.get(StoreProtocol.HOST_DONE).getFirst();
        assertEquals(99, done[1]);
        assertEquals(1, card.sent.size());
        assertEquals(1, card.notified.get(StoreProtocol.HOST_DONE).size());
    }

    @Test
    void ordersThatCannotBeCarriedOutAreRefusedAndCounted() {
        send(0, 512, 512, 1 << 1);
        assertEquals(1, card.count("orders refused"), "no disk yet");
        card.openDisk();
        long refused = card.count("orders refused");
        long[][] extents = {{1, 512, 512}, {0, 500, 500}, {0, 512, 0}, {0, 2048, 2048}, {0, -512, 512}, {-512, 512, 512},
            {0, TestCard.DISK_BYTES + 512, 512}, {TestCard.DISK_BYTES, 512, 512}, {0, 0, 512}, {0, 768, 512}};
        for (long[] extent : extents) {
            send(extent[0], extent[1], (int) extent[2], 1 << 1);
        }
        card.order(StoreProtocol.RECEIVE, 0);
        card.order(StoreProtocol.RECEIVE, 0x10000);
        card.order(StoreProtocol.SHOW, 0, 0, 512);
        card.orderBy(Route.Way.NETWORK, StoreProtocol.RECEIVE, PORT);
        card.orderBy(Route.Way.PEER, StoreProtocol.RECEIVE, PORT);
        card.orderBy(Route.Way.LOCAL, StoreProtocol.RECEIVE, PORT);
        assertEquals(refused + extents.length + 6, card.count("orders refused"));
        assertEquals(0, card.inFlight());
        send(0, 51_200, 512, 1 << 1);
        send(0, 512, 512, 1 << 1);
        assertEquals(refused + extents.length + 7, card.count("orders refused"), "one order at a time");
    }
}
