package dev.spine.host.display;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.DisplayCounters.Counter;
import dev.spine.host.driver.RefusedException;
import dev.spine.host.driver.RequestFailure.Reason;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.display.DisplayStatus;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.iop.bus.Account;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The display OSM against the real display, on every engine. */
class DisplayOsmTest {
    /** What a listener saw, copied, because a batch is valid during the call only. */
    private record Ended(boolean isPut, int put, int refused, int firstRefused, int requestStatus, int detailedStatus, List<Long> tokens) {
        static Ended of(RunBatch batch) {
            List<Long> tokens = new ArrayList<>();
            for (int i = 0; i < batch.tokens(); i++) {
                tokens.add(batch.token(i));
            }
            return new Ended(batch.isPut(), batch.put(), batch.refused(), batch.firstRefused(), batch.requestStatus(),
                batch.detailedStatus(),
                tokens);
        }
    }

    private final List<Ended> ended = new ArrayList<>();

    private static DisplayWindow claimAndCreate(DisplayNode node, int x, int y, int width, int height) {
        node.await(node.osm::claim);
        return node.await(() -> node.osm.create(x, y, width, height, WindowCreate.SHARED_WITH_NOBODY));
    }

    private void awaitEnds(DisplayNode node, int count) {
        node.tasks().await("the end of batches", () -> ended.size() == count);
    }

    private static RunBatch begun(DisplayNode node, DisplayWindow window, RunListener listener) {
        return Objects.requireNonNull(node.osm.begin(window, PixelFormat.RGB888, listener), "a frame is free");
    }

    @ParameterizedTest
    @EnumSource
    void itClaimsTheDisplayAndKnowsTheScreen(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.UYVY)) {
            assertEquals(new DisplayMode(64, 48, 128, PixelFormat.UYVY, 64), node.await(node.osm::mode));
            RefusedException unclaimed = assertThrows(RefusedException.class,
                () -> node.await(() -> node.osm.create(0, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY)));
            assertEquals(DetailedStatus.INAPPROPRIATE_FUNCTION, unclaimed.detailedStatus());
            assertEquals(new DisplayMode(64, 48, 128, PixelFormat.UYVY, 64), node.await(node.osm::claim));
            node.await(node.osm::release);
        }
    }

    @ParameterizedTest
    @EnumSource
    void windowsAreMadeMovedAndDestroyed(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.UYVY)) {
            DisplayWindow window = claimAndCreate(node, -4, 40, 16, 16);
            assertEquals(new DisplayWindow(window.number(), -4, 40, 16, 16, 4, 0, 12, 8), window);
            assertEquals(16, window.visibleRight());
            assertEquals(8, window.visibleBottom());
            DisplayWindow moved = node.await(() -> node.osm.move(window, 60, -2, 8, 4));
            assertEquals(new DisplayWindow(window.number(), 60, -2, 8, 4, 0, 2, 4, 2), moved);
            RefusedException odd = assertThrows(RefusedException.class, () -> node.await(() -> node.osm.move(moved, 1, 0, 8, 4)));
            assertEquals(DisplayStatus.MISALIGNED, odd.detailedStatus());
            node.await(() -> node.osm.destroy(moved));
            RefusedException gone = assertThrows(RefusedException.class, () -> node.await(() -> node.osm.destroy(moved)));
            assertEquals(DisplayStatus.NO_SUCH_WINDOW, gone.detailedStatus());
        }
    }

    @ParameterizedTest
    @EnumSource
    void runsComeToTheScreenAndTokensBack(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            for (int i = 0; i < 4096; i++) {
                node.pixels.memory().set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + 1));
            }
            DisplayWindow window = claimAndCreate(node, 10, 20, 16, 16);
            Account.Snapshot before = node.bus.account(node.card.dma().busAgent()).snapshot();
            node.tasks().run(() -> {
                RunBatch batch = begun(node, window, done -> ended.add(Ended.of(done)));
                assertEquals(48, batch.room());
                assertTrue(batch.add(0, 0, 16, (int) node.pixels.base()));
                assertTrue(batch.add(3, 15, 5, (int) node.pixels.base() + 100));
                batch.attach(41);
                batch.attach(-42);
                assertEquals(46, batch.room());
                batch.flush();
                assertThrows(IllegalStateException.class, batch::flush);
                assertThrows(IllegalStateException.class, () -> batch.add(0, 0, 1, 0));
            });
            awaitEnds(node, 1);
            assertEquals(new Ended(true, 2, 0, -1, RequestStatus.SUCCESS, 0, List.of(41L, -42L)), ended.getFirst());
            byte[] expected = new byte[64 * 48 * 3];
            byte[] source = node.pixels.memory().asSlice(0, 4096).toArray(ValueLayout.JAVA_BYTE);
            System.arraycopy(source, 0, expected, 20 * 192 + 30, 48);
            System.arraycopy(source, 100, expected, 35 * 192 + 39, 15);
            assertArrayEquals(expected, node.display.surface().toBytes());
            Account.Snapshot moved = node.bus.account(node.card.dma().busAgent()).snapshot().since(before);
            assertEquals(63, moved.dataBytes(), "each byte crosses once");
            assertEquals(0, node.osm.inFlight());
            assertEquals(2, node.osm.runsSent());
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusedRunsAreNamedAndCounted(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            DisplayWindow window = claimAndCreate(node, 60, 0, 16, 16);
            node.tasks().run(() -> {
                RunBatch batch = begun(node, window, done -> ended.add(Ended.of(done)));
                batch.add(0, 0, 4, (int) node.pixels.base());
                batch.add(0, 1, 5, (int) node.pixels.base());
                batch.add(4, 2, 1, (int) node.pixels.base());
                batch.flush();
            });
            awaitEnds(node, 1);
            assertEquals(new Ended(false, 1, 2, 1, RequestStatus.ERROR_PARTIAL_TRANSFER, DisplayStatus.RUNS_REFUSED, List.of()),
                ended.getFirst());
            assertEquals(2, node.osm.runsRefused());
        }
    }

    @ParameterizedTest
    @EnumSource
    void backPressureIsVisibleAndEveryFrameComesBack(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            DisplayWindow window = claimAndCreate(node, 0, 0, 64, 48);
            int rounds = 50;
            for (int round = 0; round < rounds; round++) {
                int begunSoFar = node.tasks().call(() -> {
                    int count = 0;
                    RunBatch batch = node.osm.begin(window, PixelFormat.RGB888, done -> ended.add(Ended.of(done)));
                    while (batch != null) {
                        batch.attach(count++);
                        while (batch.add(0, count, 64, (int) node.pixels.base())) {
                            // Until the frame is full.
                        }
                        assertEquals(0, batch.room());
                        batch.flush();
                        batch = node.osm.begin(window, PixelFormat.RGB888, done -> ended.add(Ended.of(done)));
                    }
                    return count;
                });
                assertTrue(begunSoFar <= DisplayOsm.DEFAULT_BATCHES);
                node.tasks().await("the end of all batches", () -> node.osm.inFlight() == 0);
            }
            assertEquals(ended.size(), node.osm.batchesSent());
            assertEquals(48L * ended.size(), node.osm.runsSent());
            assertEquals(rounds, node.osm.timesBlocked());
            assertFalse(ended.isEmpty());
            assertTrue(ended.stream().allMatch(Ended::isPut));
            // One context stands while the IOP is in operation: for the events of its executive.
            assertEquals(1, node.tasks().call(node.iop::contextsInUse));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCancelledBatchGivesItsFrameBackAndItsListenerHearsNothing(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            DisplayWindow window = claimAndCreate(node, 0, 0, 64, 48);
            for (int i = 0; i < 100; i++) {
                node.tasks().run(() -> {
                    RunBatch batch = begun(node, window, done -> ended.add(Ended.of(done)));
                    batch.add(0, 0, 1, 0);
                    batch.attach(1);
                    batch.cancel();
                    assertThrows(IllegalStateException.class, batch::cancel);
                });
            }
            assertTrue(ended.isEmpty());
            assertEquals(0, node.osm.inFlight());
            assertEquals(0, node.osm.batchesSent());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aListenerMayBeginTheNextBatch(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            DisplayWindow window = claimAndCreate(node, 0, 0, 64, 48);
            RunListener chain = new RunListener() {
                @Override
                public void onPut(RunBatch batch) {
                    ended.add(Ended.of(batch));
                    if (ended.size() < 200) {
                        send(node, window, this);
                    }
                }
            };
            node.tasks().run(() -> send(node, window, chain));
            awaitEnds(node, 200);
            assertTrue(ended.stream().allMatch(Ended::isPut));
            assertEquals(200, node.display.counters().get(Counter.RUNS_PUT));
        }
    }

    private static void send(DisplayNode node, DisplayWindow window, RunListener listener) {
        RunBatch batch = begun(node, window, listener);
        batch.add(0, 0, 64, (int) node.pixels.base());
        batch.attach(7);
        batch.flush();
    }

    @ParameterizedTest
    @EnumSource
    void aMoveDuringAFloodLeavesNoByteOutsideTheNewPlaceAfterItsAnswer(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            node.pixels.memory().fill((byte) 0x5A);
            DisplayWindow window = claimAndCreate(node, 0, 0, 16, 16);
            RunListener chain = new RunListener() {
                @Override
                public void onPut(RunBatch batch) {
                    ended.add(Ended.of(batch));
                    if (ended.size() < 400) {
                        send16(node, window, this);
                    }
                }
            };
            node.tasks().run(() -> {
                for (int i = 0; i < 4; i++) {
                    send16(node, window, chain);
                }
            });
            node.await(() -> node.osm.move(window, 40, 30, 16, 16).map(moved -> {
                // On the host's thread, after the answer: what is painted from here on is for the new place.
                node.display.surface().clear();
                return moved;
            }));
            node.tasks().await("the end of the flood", () -> node.osm.inFlight() == 0);
            byte[] screen = node.display.surface().toBytes();
            for (int i = 0; i < screen.length; i++) {
                int x = i % 192 / 3;
                int y = i / 192;
                if (x < 40 || x >= 56 || y < 30 || y >= 46) {
                    assertEquals(0, screen[i], "byte of pixel " + x + ", " + y);
                }
            }
        }
    }

    private static void send16(DisplayNode node, DisplayWindow window, RunListener listener) {
        RunBatch batch = begun(node, window, listener);
        for (int line = 0; line < 16; line++) {
            batch.add(0, line, 16, (int) node.pixels.base());
        }
        batch.flush();
    }

    @ParameterizedTest
    @EnumSource
    void aResetOfTheIopEndsBatchesAndTheDisplayComesBack(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            DisplayWindow window = claimAndCreate(node, 0, 0, 64, 48);
            List<Reason> reasons = new ArrayList<>();
            RunListener listener = done -> {
                ended.add(Ended.of(done));
                if (done.failure() != null) {
                    reasons.add(Objects.requireNonNull(done.failure()).reason());
                }
            };
            node.await(() -> {
                send(node, window, listener);
                send(node, window, listener);
                return node.driver.restart(node.iop);
            });
            node.tasks().await("the end of all batches", () -> node.osm.inFlight() == 0);
            assertEquals(2, ended.size());
            assertTrue(reasons.stream().allMatch(Reason.IOP_RESET::equals), reasons::toString);
            assertEquals(reasons.size(), node.osm.batchesFailed());
            assertTrue(ended.stream().allMatch(end -> end.tokens().equals(List.of(7L))));
            DisplayWindow fresh = claimAndCreate(node, 0, 0, 64, 48);
            assertNotEquals(window.number(), fresh.number());
            ended.clear();
            node.tasks().run(() -> send(node, fresh, listener));
            awaitEnds(node, 1);
            assertTrue(ended.getFirst().isPut());
        }
    }
}
