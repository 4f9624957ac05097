package dev.spine.iop.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DmaEngineTest {
    private static final int CHUNK = DmaEngine.CHUNK_BYTES;
    private static final int SIZE = 3 * CHUNK;

    private final BusAgent card = new BusAgent(1, "iop1");
    private final BusAgent screen = new BusAgent(2, "iop2");
    private final Bus bus = new Bus(3);
    private final DmaEngine dma = new DmaEngine(bus, card);
    private final Region own = bus.allocate("card memory", card, Access.OWNER, SIZE);
    private final Region host = bus.allocate("host memory", BusAgent.host(), Access.READ_WRITE, SIZE);
    private final Region readable = bus.allocate("screen receive memory", screen, Access.READ, SIZE);
    private final Region surface = bus.allocate("surface", screen, Access.OWNER, SIZE);
    private final Transfer transfer = new Transfer(8, DeliveryList.singleProducer("completions", 8));

    private Transfer.Outcome run(long from, long to, int bytes) {
        transfer.clear().add(from, to, bytes);
        dma.run(transfer);
        return transfer.outcome();
    }

    private void fillOwn() {
        for (int i = 0; i < SIZE; i++) {
            own.memory().set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + i / 251));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {SIZE - 1, SIZE})
    void aRunMayReachTheEndOfARegion(int bytes) {
        fillOwn();
        assertEquals(Transfer.Outcome.DONE, run(own.base(), host.base(), bytes));
        assertEquals(bytes, transfer.bytesMoved());
        assertEquals(-1, own.memory().asSlice(0, bytes).mismatch(host.memory().asSlice(0, bytes)));
        assertEquals(Transfer.Outcome.DONE, run(own.end() - bytes, host.end() - bytes, bytes));
    }

    @Test
    void aRunThatLeavesARegionMovesNothing() {
        fillOwn();
        assertEquals(Transfer.Outcome.OUT_OF_REGION, run(own.base(), host.base(), SIZE + 1));
        assertEquals(Transfer.Outcome.OUT_OF_REGION, run(own.base() + 1, host.base(), SIZE));
        assertEquals(Transfer.Outcome.OUT_OF_REGION, run(own.base(), host.base() + 1, SIZE));
        assertEquals(Transfer.Outcome.OUT_OF_REGION, run(own.base() - 1, host.base(), 1));
        assertEquals(Transfer.Outcome.OUT_OF_REGION, run(own.base(), host.end(), 1));
        assertUntouched(host);
        assertEquals(5, bus.account(card).snapshot().refusedTransfers());
        assertEquals(0, bus.account(card).snapshot().dataBytes());
    }

    @Test
    void hostileLengthsAndAddressesMoveNothing() {
        fillOwn();
        for (int bytes : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertEquals(Transfer.Outcome.OUT_OF_REGION, run(own.base(), host.base(), bytes), () -> bytes + " bytes");
        }
        for (long address : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 15, Bus.ADDRESS_LIMIT - 1}) {
            assertEquals(Transfer.Outcome.OUT_OF_REGION, run(address, host.base(), 16));
            assertEquals(Transfer.Outcome.OUT_OF_REGION, run(own.base(), address, 16));
        }
        assertUntouched(host);
    }

    @Test
    void oneBadRunStopsTheWholeTransferBeforeAByteMoves() {
        fillOwn();
        transfer.clear().add(own.base(), host.base(), 100);
        transfer.add(own.base(), host.base() + 100, 100);
        transfer.add(own.base(), host.end() - 99, 100);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.OUT_OF_REGION, transfer.outcome());
        assertEquals(0, transfer.bytesMoved());
        assertUntouched(host);
    }

    @Test
    void memoryOfOthersIsReachedByItsAccessOrUnderAGrant() {
        assertEquals(Transfer.Outcome.DONE, run(readable.base(), own.base(), 16));
        assertEquals(Transfer.Outcome.NO_RIGHT, run(own.base(), readable.base(), 16));
        assertEquals(Transfer.Outcome.NO_RIGHT, run(own.base(), surface.base(), 16));
        assertEquals(Transfer.Outcome.NO_RIGHT, run(surface.base(), own.base(), 16));
        long token = bus.grants().grant(surface, 0, 64, 16, 4, card, true);
        transfer.clear().under(token).add(own.base(), surface.base() + 64, 16);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.DONE, transfer.outcome());
        transfer.clear().under(token).add(own.base(), surface.base() + 65, 16);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.NO_RIGHT, transfer.outcome());
        bus.grants().revoke(token);
        transfer.clear().under(token).add(own.base(), surface.base() + 64, 16);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.REVOKED, transfer.outcome());
    }

    @Test
    void aTransferWithoutRunsIsDone() {
        transfer.clear();
        dma.run(transfer);
        assertEquals(Transfer.Outcome.DONE, transfer.outcome());
        assertEquals(0, transfer.bytesMoved());
    }

    @ParameterizedTest
    @ValueSource(ints = {CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1, 2 * CHUNK, 2 * CHUNK + 1})
    void aChunkIsAtMost64KiB(int bytes) {
        fillOwn();
        transfer.clear().add(own.base(), host.base(), bytes / 2);
        transfer.add(own.base() + bytes / 2, host.base() + bytes / 2, bytes - bytes / 2);
        dma.accept(transfer);
        assertTrue(dma.admit(transfer));
        int chunks = 0;
        boolean ended = false;
        while (!ended) {
            int next = DmaEngine.chunkBytes(dma.nextChunk(transfer));
            assertTrue(next > 0 && next <= CHUNK);
            assertEquals(next, DmaEngine.crossingBytes(dma.nextChunk(transfer)));
            long before = transfer.bytesMoved();
            ended = dma.moveChunk(transfer);
            assertEquals(next, transfer.bytesMoved() - before);
            chunks++;
        }
        assertEquals((bytes + CHUNK - 1) / CHUNK, chunks);
        assertEquals(bytes, transfer.bytesMoved());
        assertEquals(-1, own.memory().asSlice(0, bytes).mismatch(host.memory().asSlice(0, bytes)));
    }

    @Test
    void copiesWithinABusAgentDoNotCrossTheBus() {
        transfer.clear().add(own.base(), own.base() + CHUNK, 100);
        transfer.add(own.base(), host.base(), 30);
        dma.accept(transfer);
        assertTrue(dma.admit(transfer));
        assertEquals(130, DmaEngine.chunkBytes(dma.nextChunk(transfer)));
        assertEquals(30, DmaEngine.crossingBytes(dma.nextChunk(transfer)));
        assertTrue(dma.moveChunk(transfer));
        assertEquals(30, bus.account(card).snapshot().dataBytes());
        assertEquals(100, bus.account(card).dataBytes(card, card));
    }

    @Test
    void aRevocationStopsATransferBetweenChunks() {
        fillOwn();
        long token = bus.grants().grant(surface, 0, SIZE, SIZE, 1, card, true);
        transfer.clear().under(token).add(own.base(), surface.base(), SIZE);
        dma.accept(transfer);
        assertTrue(dma.admit(transfer));
        assertFalse(dma.moveChunk(transfer));
        bus.grants().revoke(token);
        assertTrue(dma.moveChunk(transfer));
        assertEquals(Transfer.Outcome.REVOKED, transfer.outcome());
        assertEquals(CHUNK, transfer.bytesMoved());
        assertEquals(-1, own.memory().asSlice(0, CHUNK).mismatch(surface.memory().asSlice(0, CHUNK)));
        assertEquals(-1, surface.memory().asSlice(CHUNK).mismatch(readable.memory().asSlice(CHUNK)));
        assertEquals(CHUNK, bus.account(card).snapshot().dataBytes());
        assertEquals(1, bus.account(card).snapshot().refusedTransfers());
    }

    @Test
    void whoNamesMemoryInAListMustHaveARightToItHimself() {
        Region secret = bus.allocate("card memory of others", card, Access.OWNER, SIZE);
        Region received = bus.allocate("card receive memory", card, Access.READ, SIZE);
        transfer.clear().fromMemoryOf(BusAgent.host()).add(secret.base(), own.base(), 16);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.NO_RIGHT, transfer.outcome());
        transfer.clear().intoMemoryOf(BusAgent.host()).add(own.base(), secret.base(), 16);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.NO_RIGHT, transfer.outcome());
        transfer.clear().fromMemoryOf(screen).add(received.base(), own.base(), 16);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.DONE, transfer.outcome(), "every bus agent may read it");
        transfer.clear().intoMemoryOf(screen).add(own.base(), received.base(), 16);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.NO_RIGHT, transfer.outcome());
        transfer.clear().intoMemoryOf(BusAgent.host()).add(own.base(), host.base(), 16);
        dma.run(transfer);
        assertEquals(Transfer.Outcome.DONE, transfer.outcome());
        assertEquals(Transfer.Outcome.DONE, run(secret.base(), own.base(), 16), "the card's own software may name all that is the card's");
    }

    @Test
    void aTransferThatIsGivenUpMovesNoFurtherChunk() {
        fillOwn();
        transfer.clear().add(own.base(), host.base(), SIZE);
        dma.accept(transfer);
        assertTrue(dma.admit(transfer));
        assertFalse(dma.moveChunk(transfer));
        transfer.cancel();
        assertTrue(dma.moveChunk(transfer));
        assertEquals(Transfer.Outcome.CANCELLED, transfer.outcome());
        assertEquals(CHUNK, transfer.bytesMoved());
        assertEquals(0, bus.account(card).snapshot().refusedTransfers(), "nobody refused it");
        assertEquals(Transfer.Outcome.DONE, run(own.base(), host.base(), 16), "its next use is not cancelled");
    }

    @Test
    void aResetOfTheBusAgentEndsWhatIsUnderWayAndWhatWaits() {
        fillOwn();
        Transfer waiting = new Transfer(1, DeliveryList.singleProducer("completions", 1));
        waiting.add(own.base(), host.base() + CHUNK, CHUNK);
        transfer.clear().add(own.base(), host.base(), SIZE);
        dma.accept(transfer);
        dma.accept(waiting);
        assertTrue(dma.admit(transfer));
        dma.reset();
        assertTrue(dma.moveChunk(transfer));
        assertFalse(dma.admit(waiting));
        assertEquals(Transfer.Outcome.CANCELLED, transfer.outcome());
        assertEquals(Transfer.Outcome.CANCELLED, waiting.outcome());
        assertUntouched(host);
        assertEquals(Transfer.Outcome.DONE, run(own.base(), host.base(), 16));
    }

    @Test
    void aRemovedRegionIsNotReachedThroughWhatTheEngineRemembers() {
        assertEquals(Transfer.Outcome.DONE, run(own.base(), host.base(), 16));
        bus.remove(host);
        assertEquals(Transfer.Outcome.OUT_OF_REGION, run(own.base(), host.base(), 16));
    }

    @Test
    void aRegionThatGoesAwayStopsATransferBetweenChunks() {
        transfer.clear().add(own.base(), host.base(), SIZE);
        dma.accept(transfer);
        assertTrue(dma.admit(transfer));
        assertFalse(dma.moveChunk(transfer));
        bus.remove(host);
        assertTrue(dma.moveChunk(transfer));
        assertEquals(Transfer.Outcome.OUT_OF_REGION, transfer.outcome());
        assertEquals(CHUNK, transfer.bytesMoved());
    }

    @Test
    void overlappingRunsWithinAChunkAreReadBeforeTheyAreWritten() {
        fillOwn();
        byte[] before = own.memory().asSlice(0, 1000).toArray(ValueLayout.JAVA_BYTE);
        assertEquals(Transfer.Outcome.DONE, run(own.base(), own.base() + 10, 1000));
        for (int i = 0; i < 1000; i++) {
            assertEquals(before[i], own.memory().get(ValueLayout.JAVA_BYTE, i + 10));
        }
    }

    @Test
    void aTransferOnItsWayCanNeitherBeChangedNorSubmittedAgain() {
        transfer.clear().add(own.base(), host.base(), SIZE);
        dma.accept(transfer);
        assertThrows(IllegalStateException.class, transfer::clear);
        assertThrows(IllegalStateException.class, () -> transfer.add(0, 0, 1));
        assertThrows(IllegalStateException.class, () -> transfer.under(1));
        assertThrows(IllegalStateException.class, () -> dma.accept(transfer));
    }

    @Test
    void aTransferSubmittedAgainMovesItsRunsAgain() {
        fillOwn();
        assertEquals(Transfer.Outcome.DONE, run(own.base(), host.base(), 100));
        own.memory().fill((byte) 9);
        dma.run(transfer);
        assertEquals(100, transfer.bytesMoved());
        assertEquals(9, host.memory().get(ValueLayout.JAVA_BYTE, 99));
        assertEquals(200, bus.account(card).snapshot().dataBytes());
    }

    @Test
    void runsThatDoNotFitAreRefusedByTheTransfer() {
        Transfer small = new Transfer(1, transfer.completions());
        assertTrue(small.clear().add(own.base(), host.base(), 1));
        assertFalse(small.add(own.base(), host.base(), 1));
        assertEquals(1, small.runs());
    }

    @Test
    void everyByteIsAccountedOnceAndNoStrayByteIsWritten() {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        SplittableRandom random = new SplittableRandom(seed);
        String again = "run again with -Dspine.seed=" + seed;
        Region[] regions = {own, host, readable, surface};
        long granted = bus.grants().grant(surface, 1000, 3000, 2000, 20, card, true);
        byte[][] expected = new byte[regions.length][SIZE];
        for (int i = 0; i < regions.length; i++) {
            random.nextBytes(expected[i]);
            regions[i].memory().copyFrom(MemorySegment.ofArray(expected[i]));
        }
        long moved = 0;
        long crossed = 0;
        long hostBytes = 0;
        for (int round = 0; round < 3000; round++) {
            int from = random.nextInt(4);
            int to = random.nextInt(4);
            int bytes = random.nextInt(round % 50 == 0 ? SIZE + 2 : 3000);
            int source = random.nextInt(-2, SIZE + 2);
            int destination = random.nextInt(-2, SIZE + 2);
            transfer.clear().under(random.nextBoolean() ? granted : GrantTable.NONE)
                .add(regions[from].base() + source, regions[to].base() + destination, bytes);
            dma.run(transfer);
            if (transfer.outcome() == Transfer.Outcome.DONE) {
                assertTrue(transfer.bytesMoved() == bytes && bytes > 0, again);
                copyInChunks(expected[from], source, expected[to], destination, bytes);
                moved += bytes;
                boolean crosses = regions[from].owner().id() != regions[to].owner().id();
                crossed += crosses ? bytes : 0;
                hostBytes += (from == 1 ? bytes : 0) + (to == 1 ? bytes : 0);
                boolean right = to == 0 || to == 1 || (to == 3 && transfer.grant() == granted);
                assertTrue(right, again);
            } else {
                assertEquals(0, transfer.bytesMoved(), again);
            }
        }
        for (int i = 0; i < regions.length; i++) {
            assertEquals(-1, regions[i].memory().mismatch(MemorySegment.ofArray(expected[i])), again);
        }
        Account account = bus.account(card);
        long sum = 0;
        for (BusAgent one : new BusAgent[] {BusAgent.host(), card, screen}) {
            for (BusAgent other : new BusAgent[] {BusAgent.host(), card, screen}) {
                sum += account.dataBytes(one, other);
            }
        }
        assertEquals(moved, sum, again);
        assertEquals(crossed, account.snapshot().dataBytes(), again);
        assertEquals(hostBytes, account.snapshot().hostMemoryBytes(), again);
        assertEquals(3000, account.snapshot().transfers() + account.snapshot().refusedTransfers(), again);
    }

    private static void copyInChunks(byte[] from, int source, byte[] to, int destination, int bytes) {
        for (int at = 0; at < bytes; at += CHUNK) {
            System.arraycopy(from, source + at, to, destination + at, Math.min(CHUNK, bytes - at));
        }
    }

    private static void assertUntouched(Region region) {
        for (long i = 0; i < region.length(); i++) {
            assertEquals(0, region.memory().get(ValueLayout.JAVA_BYTE, i));
        }
    }
}
