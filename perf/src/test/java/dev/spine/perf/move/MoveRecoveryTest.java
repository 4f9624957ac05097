package dev.spine.perf.move;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.RefusedException;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.peer.move.MoveOrder;
import dev.spine.perf.reference.ReferenceImage;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.profile.ProfileFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Movers and extensions whose disk, screen or order goes wrong: ends are noticed, nothing is kept, and what comes next works. */
class MoveRecoveryTest {
    private static final long MICROSECOND = 1_000;

    private @Nullable MoveStage stage;

    @AfterEach
    void close() {
        MoveStage used = stage;
        if (used != null) {
            used.system().close();
        }
    }

    private MoveStage boot(MoveWorkload workload) {
        byte[] image = ReferenceImage.of(MoveSystem.usedBytes(workload), 5);
        MachineProfile profile = ProfileFile.find("lanai-33");
        SpineSystem system = SpineComponent.create().systemFactory().build(MoveSystem.describe(workload, "lanai-33", 5, image),
            new ModelledEngine(profile, 5), profile, profile.wire());
        MoveStage made = MoveStage.of(system, workload, image);
        stage = made;
        if (made.wire() != null) {
            made.wire().listenToSent(made.sent());
        }
        system.boot();
        new StoredImage(made, null).write();
        return made;
    }

    private static MovePath path(String name) {
        return "spine".equals(name) ? new SpineMovePath() : new PeerMovePath();
    }

    private static void pass(MoveStage on, long ns) {
        ModelledEngine engine = (ModelledEngine) on.system().engine();
        engine.advanceTo(engine.nowNs() + ns);
    }

    /** Orders ten chunks or a picture, and waits for the end. */
    private static void orderAndWait(MoveStage on, MovePath path) {
        long ends = on.orders().ends();
        path.order(on, on.workload() == MoveWorkload.SHOW ? MoveSystem.PICTURE_BYTES : 10L * on.chunkBytes(), 1, MovePath.Notice.AT_END, 0);
        for (int i = 0; i < 1000 && on.orders().ends() == ends; i++) {
            pass(on, 100 * MICROSECOND);
        }
        assertEquals(ends + 1, on.orders().ends(), "the application hears of the end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"i2o", "spine"})
    void aDiskThatIsResetInTheMiddleOfAnOrderEndsItAndServesTheNext(String name) {
        MoveStage on = boot(MoveWorkload.STORE_OUT);
        MovePath path = path(name);
        path.open(on);
        path.order(on, on.image().length, 1, MovePath.Notice.AT_END, 0);
        for (int i = 0; i < 100 && on.sent().count() == 0; i++) {
            pass(on, 100 * MICROSECOND);
        }
        assertTrue(on.sent().count() > 0, "it has begun");
        on.system().await("the restart", () -> on.system().driver().restart(on.system().driver(MoveSystem.STORAGE)));
        for (int i = 0; i < 1000 && on.orders().ends() == 0; i++) {
            pass(on, 100 * MICROSECOND);
        }
        assertEquals(1, on.orders().ends());
        assertTrue(on.orders().failed() > 0, "what the disk did not give has failed");

        long failed = on.orders().failed();
        path.open(on);
        orderAndWait(on, path);
        assertEquals(failed, on.orders().failed());
        assertArrayEquals(java.util.Arrays.copyOf(on.image(), 10 * on.chunkBytes()),
            java.util.Arrays.copyOf(on.sent().received(), 10 * on.chunkBytes()));
        assertEquals(0, on.sent().wrong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"i2o", "spine"})
    void aScreenThatIsResetInTheMiddleOfAnOrderEndsItAndServesTheNext(String name) {
        MoveStage on = boot(MoveWorkload.SHOW);
        MovePath path = path(name);
        path.open(on);
        path.order(on, on.image().length, 1, MovePath.Notice.AT_END, 0);
        pass(on, 4_000 * MICROSECOND);
        on.system().await("the restart", () -> on.system().driver().restart(on.system().driver(MoveSystem.SCREEN)));
        for (int i = 0; i < 10_000 && on.orders().ends() == 0; i++) {
            pass(on, 100 * MICROSECOND);
        }
        assertEquals(1, on.orders().ends());
        assertTrue(on.orders().failed() > 0);

        long failed = on.orders().failed();
        path.open(on);
        orderAndWait(on, path);
        assertEquals(failed, on.orders().failed());
    }

    private static void assertRefused(int detail, MoveStage on, int code, Integer... words) {
        SpineSystem system = on.system();
        int tid = system.device(MoveSystem.CARD, MoveSystem.MOVER).tid();
        try {
            MessageFrame reply = system.await("the mover",
                () -> system.driver().ask(system.driver(MoveSystem.CARD), tid, MoveOrder.message(code, words)));
            throw new AssertionError("not refused: status " + reply.requestStatus());
        } catch (RefusedException e) {
            assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, e.requestStatus());
            assertEquals(detail, e.detailedStatus());
        }
    }

    @Test
    void ordersThatCannotBeCarriedOutAreRefusedWithTheirReason() {
        MoveStage on = boot(MoveWorkload.STORE_OUT);
        assertRefused(DetailedStatus.DEVICE_NOT_AVAILABLE, on, MoveOrder.RECEIVE, 7);
        assertRefused(DetailedStatus.DEVICE_NOT_AVAILABLE, on, MoveOrder.OPEN, on.diskIopId(), 0x123);
        assertRefused(DetailedStatus.DEVICE_NOT_AVAILABLE, on, MoveOrder.SEND, 0, 0, 1024, 0, 1024, 1, 1, 1, 1, 1, 3, 0);
        PeerMovePath path = new PeerMovePath();
        path.open(on);
        assertRefused(DetailedStatus.INVALID_PARAMETER, on, MoveOrder.RECEIVE, 0x10000);
        int[][] extents = {{1, 1024, 1024}, {0, 1000, 1000}, {0, 1024, 0}, {0, 1024, 1536}, {0, -1024, 1024}, {0, 64 << 20, 1024},
            {-512, 1024, 1024}, {0, 0, 1024}};
        for (int[] extent : extents) {
            assertRefused(DetailedStatus.INVALID_PARAMETER, on, MoveOrder.SEND, extent[0], extent[0] >> 31, extent[1], extent[1] >> 31,
                extent[2], 1, 1, 1, 1, 1, 3, 0);
        }
        orderAndWait(on, path);
        assertEquals(0, on.orders().failed());
    }
}
