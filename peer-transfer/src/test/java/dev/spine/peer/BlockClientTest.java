package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Function;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.block.BlockOperation;
import dev.spine.peer.block.BlockTarget;
import dev.spine.peer.block.PeerBlockRequest;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is lent to disks of other IOPs, when the way to them ends: nothing is anybody else's before the disk has let go of it. */
class BlockClientTest {
    private static final long SECOND = 1_000_000_000L;

    private final ModelledEngine engine = TestNode.modelled(1);
    private final TestNode node = new TestNode(engine);
    private final TestIop left = node.add(PeerSettings.STANDARD);
    private final TestIop right = node.add(PeerSettings.STANDARD);
    private final TestIop third = node.add(PeerSettings.STANDARD);
    private final TestIop fourth = node.add(PeerSettings.STANDARD);
    private final ClientModule client = new ClientModule();
    private final KeepingDisk disk = new KeepingDisk();
    private final KeepingDisk other = new KeepingDisk();
    private final int diskTid;
    private final int otherTid;
    private final int wellTid;

    BlockClientTest() {
        left.install(client);
        diskTid = right.install(disk);
        otherTid = third.install(other);
        wellTid = fourth.install(new KeepingDisk());
        node.start();
    }

    private void pass(long ns) {
        engine.advanceTo(engine.nowNs() + ns);
    }

    private BlockTarget open() {
        int before = client.targets.size();
        left.run(() -> client.client().open(this, right.iopId, diskTid));
        pass(SECOND / 50);
        assertEquals(before + 1, client.targets.size());
        return client.targets.getLast();
    }

    private void write(BlockTarget target, Object attachment) {
        int before = disk.kept.size();
        left.run(() -> assertTrue(client.client().submit(target, BlockOperation.WRITE, 0, 0x1000, 512, attachment, 0)));
        pass(SECOND / 50);
        assertEquals(before + 1, disk.kept.size());
    }

    @Test
    void afterAResetMemoryStaysLentUntilTheOtherIopHasReleaseOfIt() {
        write(open(), "packet");
        left.run(() -> {
            left.reset();
            assertEquals(List.of(), client.discarded);
            assertEquals(1, client.client().held());
        });
        pass(SECOND / 50);
        assertEquals(List.of("packet"), client.discarded);
        assertEquals(0, disk.kept.size(), "what the other IOP had in work for this one has ended");
        assertEquals(0, client.client().inUse());
        assertEquals(List.of(), client.ends, "nothing is told after a reset");
    }

    @Test
    void aFlushAndAWriteThroughAreWhatTheOtherIopsDiskIsAskedFor() {
        BlockTarget target = open();
        left.run(() -> {
            assertTrue(client.client().submit(target, BlockOperation.WRITE_THROUGH, 512, 0x1000, 512, "packet", 0));
            assertTrue(client.client().submit(target, BlockOperation.FLUSH, 0, 0, 0, null, 0));
        });
        pass(SECOND / 50);
        assertEquals(TransferFlags.WRITE_THROUGH, BlockTransfer.controlFlags(disk.kept.getFirst().frame()));
        assertEquals(512, BlockTransfer.byteAddress(disk.kept.getFirst().frame()));
        assertEquals(Function.BSA_CACHE_FLUSH, disk.kept.getLast().frame().function());
        right.run(() -> List.copyOf(disk.kept).forEach(disk::done));
        pass(SECOND / 50);
        assertEquals(List.of(RequestStatus.SUCCESS, RequestStatus.SUCCESS), client.ends);
        assertEquals(0, client.client().inUse());
    }

    @Test
    void whenTheOtherIopIsResetAFlushEndsAsGone() {
        BlockTarget target = open();
        left.run(() -> assertTrue(client.client().submit(target, BlockOperation.FLUSH, 0, 0, 0, null, 0)));
        pass(SECOND / 50);
        right.run(right::reset);
        pass(SECOND / 50);
        assertEquals(List.of(PeerBlockRequest.GONE), client.ends);
        assertEquals(0, client.client().inUse());
        left.run(() -> assertFalse(client.client().submit(target, BlockOperation.FLUSH, 0, 0, 0, null, 0)));
    }

    @Test
    void whenTheOtherIopIsResetItsRequestsEndAsGone() {
        write(open(), "packet");
        right.run(right::reset);
        pass(SECOND / 50);
        assertEquals(List.of(PeerBlockRequest.GONE), client.ends);
        assertEquals(0, client.client().inUse());
    }

    @Test
    void aPathThatIsResetEndsARequestOnlyWhenTheDiskHasReleaseOfIt() {
        write(open(), "packet");
        left.run(() -> left.transport.resetPath(right.iopId));
        pass(SECOND / 50);
        assertEquals(1, client.ends.size());
        assertEquals(0, disk.kept.size());
    }

    @Test
    void thePlaceOfAnAnswerThatIsOwedIsNoOtherDisks() {
        disk.silent = true;
        left.run(() -> client.client().open(this, right.iopId, diskTid));
        pass(2 * SECOND);
        assertFalse(client.targets.getFirst().isOpen(), "given up");
        disk.silent = false;
        for (int i = 0; i < 63; i++) {
            assertTrue(open().isOpen());
        }
        left.run(() -> assertEquals(null, client.client().open(this, right.iopId, diskTid)));
        right.run(() -> assertEquals(1, disk.answerLate()));
        pass(SECOND / 50);
        assertTrue(open().isOpen());
    }

    @Test
    void silentDisksThatAreAskedAgainAndAgainLeavePlacesForTheDisksOfOthers() {
        open();
        disk.silent = true;
        other.silent = true;
        for (int i = 0; i < 70; i++) {
            left.run(() -> {
                client.client().open(this, right.iopId, diskTid);
                client.client().open(this, third.iopId, otherTid);
            });
            pass(2 * SECOND);
        }
        int before = client.targets.size();
        left.run(() -> assertTrue(client.client().open(this, fourth.iopId, wellTid) != null, "there is a place"));
        pass(SECOND / 50);
        assertEquals(before + 1, client.targets.size());
        assertTrue(client.targets.getLast().isOpen());

        right.run(disk::answerLate);
        disk.silent = false;
        pass(SECOND / 50);
        assertTrue(open().isOpen(), "it has answered, and can be asked again");
    }

    @Test
    void aDiskWhoseIopReturnsNoFrameIsGivenUp() {
        open();
        PeerConnection connection = Objects.requireNonNull(
            left.call(() -> left.transport.find(client.context().tid(), right.iopId, diskTid)));
        left.run(() -> {
            // All frames of the other IOP are out and stay so.
            MessageRoute route = Objects.requireNonNull(connection.route());
            for (BlockTarget target = client.targets.getFirst();
                client.client().waiting() == 0; client.client().submit(target, BlockOperation.READ, 0, 0x1000, 512, "x", 0)) {
                assertEquals(connection.route(), route);
            }
        });
        left.run(() -> client.client().open(this, right.iopId, diskTid));
        pass(3 * SECOND);
        assertEquals(2, client.targets.size());
        assertFalse(client.targets.getLast().isOpen());
        assertEquals(BlockTarget.NO_ANSWER, client.targets.getLast().reason());
    }
}
