package dev.spine.host.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.block.BlockCounters.Counter;
import dev.spine.host.block.BlockNode.Kind;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.Tid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the memory of requests that nobody answers, and of attachments and detachments that overtake each other. */
class UnansweredRequestTest {
    private static final long MS = 1_000_000;
    private static final BlockSettings IMPATIENT = BlockSettings.STANDARD.withQueueDepth(2).waiting(20 * MS, 20 * MS);

    /** Writes down what a device tells. */
    private static final class Recorder implements BlockCompletion {
        final List<BlockOutcome> ends = new ArrayList<>();
        final List<Long> released = new ArrayList<>();

        @Override
        public void onBlock(long cookie, BlockOutcome status, int bytes) {
            ends.add(status);
        }

        @Override
        public void onMemoryReleased(long cookie) {
            released.add(cookie);
        }
    }

    private final ScriptedDisk disk = new ScriptedDisk();
    private final Recorder recorder = new Recorder();

    /** A read that the disk keeps to itself, as it does with the reset of the device: it can abort nothing. */
    private void readInDoubt(BlockNode node, BlockOsm osm) {
        node.cardTasks.run(() -> disk.nextIsKept().nextIsKept());
        node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), recorder, 7)));
        node.tasks.await("the end of the read", () -> !recorder.ends.isEmpty());
        assertEquals(List.of(BlockOutcome.IN_DOUBT), recorder.ends);
        assertTrue(BlockOutcome.IN_DOUBT.holdsMemory());
        assertEquals(List.of(), recorder.released);
    }

    @ParameterizedTest
    @EnumSource
    void memoryThatADeviceMayStillWriteComesBackWithItsLateAnswer(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(IMPATIENT);
            readInDoubt(node, osm);
            assertEquals(1, node.tasks.call(osm::memoryHeld));
            assertEquals(0, node.tasks.call(osm::inFlight));
            disk.bytes.set(ValueLayout.JAVA_BYTE, 0, (byte) 42);

            node.cardTasks.run(disk::answerKept);
            node.tasks.await("the memory", () -> !recorder.released.isEmpty());

            byte first = node.tasks.call(() -> node.buffer.memory().get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(42, first, "it did write");
            assertEquals(List.of(7L), recorder.released);
            assertEquals(1, recorder.ends.size());
            assertEquals(1, node.tasks.call(() -> osm.counters().get(Counter.MEMORY_HELD)));
            assertEquals(1, node.tasks.call(() -> osm.counters().get(Counter.MEMORY_RELEASED)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDeviceThatHoldsAllPlacesKeepsNobodyWaiting(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(IMPATIENT);
            for (int i = 1; i <= 2; i++) {
                int ends = i;
                node.cardTasks.run(() -> disk.nextIsKept().nextIsKept());
                node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), recorder, ends)));
                node.tasks.await("the end of a read", () -> recorder.ends.size() == ends);
            }
            assertEquals(2, node.tasks.call(osm::memoryHeld));
            int heard = node.cardTasks.call(disk.heard::size);

            for (int i = 3; i <= 4; i++) {
                int ends = i;
                node.tasks.run(() -> {
                    assertTrue(osm.read(0, 512, node.address(0), recorder, ends));
                    assertEquals(1, osm.inFlight());
                    assertFalse(osm.zero(0, 512, WriteMode.BACK, recorder, 9), "one after the other");
                });
                node.tasks.await("the end of one that has no place", () -> recorder.ends.size() == ends);
                assertEquals(BlockOutcome.NO_ANSWER, recorder.ends.getLast());
                assertEquals(0, node.tasks.call(osm::inFlight));
            }
            assertEquals(heard, node.cardTasks.call(disk.heard::size), "the device has heard of none of them");
            assertEquals(List.of(), recorder.released);

            node.cardTasks.run(disk::answerKept);
            node.tasks.await("the memory", () -> recorder.released.size() == 2);
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), recorder, 5)));
            node.tasks.await("a read as before", () -> recorder.ends.size() == 5);
            assertEquals(BlockOutcome.SUCCESS, recorder.ends.getLast());
        }
    }

    @ParameterizedTest
    @EnumSource
    void memoryThatADeviceMayStillWriteComesBackWithAResetOfItsIop(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(IMPATIENT);
            readInDoubt(node, osm);

            node.await("the restart", () -> node.driver.restart(node.iop));
            node.tasks.await("the memory", () -> !recorder.released.isEmpty());

            assertEquals(0, node.tasks.call(osm::memoryHeld));
            assertEquals(1, recorder.ends.size());
            node.tasks.await("the device", () -> osm.info().access() == BlockDeviceInfo.Access.READ_WRITE);
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), recorder, 8)));
            node.tasks.await("the next read", () -> recorder.ends.size() == 2);
            assertEquals(BlockOutcome.SUCCESS, recorder.ends.get(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatIsNotUsedForMemoryEndsAtOnceAndADetachDoesNotWaitForWhatIsHeld(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(IMPATIENT);
            readInDoubt(node, osm);
            node.cardTasks.run(() -> disk.nextIsKept().nextIsKept());
            node.tasks.run(() -> assertTrue(osm.zero(0, 512, WriteMode.BACK, recorder, 9)));
            node.tasks.await("the end of the zeros", () -> recorder.ends.size() == 2);
            assertEquals(BlockOutcome.NO_ANSWER, recorder.ends.get(1));

            assertFalse(BlockOutcome.NO_ANSWER.holdsMemory());

            node.await("the detachment", osm::detach);

            assertEquals(2, node.tasks.call(osm::memoryHeld), "it may still be carried out");
            node.cardTasks.run(disk::answerKept);
            node.tasks.await("the memory", () -> osm.memoryHeld() == 0);
            assertEquals(List.of(7L), node.tasks.call(() -> List.copyOf(recorder.released)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAbortThatWasCountedIsNoProofThatTheRequestIsOver(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(IMPATIENT);
            node.cardTasks.run(() -> disk.countsAborts = true);
            readInDoubt(node, osm);
            assertEquals(1, node.tasks.call(() -> osm.counters().get(Counter.DEVICE_RESETS)), "its own answer has not come in time");

            node.cardTasks.run(disk::answerKept);
            node.tasks.await("the memory", () -> !recorder.released.isEmpty());
        }
    }

    private BlockOutcome write(BlockNode node, BlockOsm osm, long offset, int value) {
        int ends = node.tasks.call(recorder.ends::size) + 1;
        node.tasks.run(() -> {
            node.buffer.memory().asSlice(1024, 512).fill((byte) value);
            assertTrue(osm.write(offset, 512, node.address(1024), WriteMode.BACK, recorder, ends));
        });
        node.tasks.await("the end of a write", () -> recorder.ends.size() == ends);
        return node.tasks.call(recorder.ends::getLast);
    }

    private byte byteOnDisk(BlockNode node, long offset) {
        return node.cardTasks.call(() -> disk.bytes.get(ValueLayout.JAVA_BYTE, offset));
    }

    @ParameterizedTest
    @EnumSource
    void aWriteThatIsCarriedOutLateDoesNotDestroyWhatALaterOneHasWritten(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(IMPATIENT.withQueueDepth(4));
            node.cardTasks.run(() -> disk.nextIsKept().nextIsKept());
            node.tasks.run(() -> assertTrue(osm.write(512, 1024, node.address(0), WriteMode.BACK, recorder, 7)));
            node.tasks.await("the end of the write", () -> !recorder.ends.isEmpty());
            assertEquals(List.of(BlockOutcome.IN_DOUBT), recorder.ends);

            assertEquals(BlockOutcome.SUCCESS, write(node, osm, 0, 1));
            assertEquals(BlockOutcome.SUCCESS, write(node, osm, 1536, 1));
            for (long offset = 512; offset <= 1024; offset += 512) {
                assertEquals(BlockOutcome.NO_ANSWER, write(node, osm, offset, 2), "the device may still carry out the first one after it");
                assertEquals(0, byteOnDisk(node, offset));
            }
            assertEquals(2, node.tasks.call(() -> osm.counters().get(Counter.BEHIND_HELD)));
            node.tasks.run(() -> assertTrue(osm.zero(0, 2048, WriteMode.BACK, recorder, 9)));
            node.tasks.await("the end of the zeros", () -> recorder.ends.size() == 6);
            assertEquals(BlockOutcome.NO_ANSWER, recorder.ends.getLast());
            node.tasks.run(() -> assertTrue(osm.read(512, 512, node.address(2048), recorder, 10)));
            node.tasks.await("the end of a read", () -> recorder.ends.size() == 7);
            assertEquals(BlockOutcome.SUCCESS, recorder.ends.getLast());

            node.cardTasks.run(disk::answerKept);
            node.tasks.await("the memory", () -> !recorder.released.isEmpty());
            assertEquals(BlockOutcome.SUCCESS, write(node, osm, 512, 3));
            assertEquals(3, byteOnDisk(node, 512));
        }
    }

    @ParameterizedTest
    @EnumSource
    void zerosThatAreWrittenLateDestroyNothingEither(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(IMPATIENT.withQueueDepth(4));
            node.cardTasks.run(() -> disk.nextIsKept().nextIsKept());
            node.tasks.run(() -> assertTrue(osm.zero(0, 512, WriteMode.BACK, recorder, 7)));
            node.tasks.await("the end of the zeros", () -> !recorder.ends.isEmpty());
            assertEquals(List.of(BlockOutcome.NO_ANSWER), recorder.ends);
            assertEquals(BlockOutcome.NO_ANSWER, write(node, osm, 0, 4));

            node.cardTasks.run(disk::answerKept);
            node.tasks.await("the answer", () -> osm.memoryHeld() == 0);
            assertEquals(BlockOutcome.SUCCESS, write(node, osm, 0, 5));
            assertEquals(5, byteOnDisk(node, 0));
            assertEquals(List.of(), recorder.released);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aVolumeWhoseBufferIsHeldGoesOnWithAnother(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(IMPATIENT);
            BlockCalls calls = node.tasks.call(() -> new BlockCalls(node.host, osm));
            try (BlockVolume volume = new BlockVolume(node.tasks, calls, node.memory)) {
                node.cardTasks.run(() -> disk.nextIsKept().nextIsKept());
                byte[] bytes = new byte[512];
                BlockException why =
                    assertThrows(BlockException.class, () -> volume.write(0, MemorySegment.ofArray(bytes), WriteMode.BACK));
                assertEquals(BlockOutcome.IN_DOUBT, why.status());
                assertFalse(why.memoryReleased().isDone());
                volume.read(0, MemorySegment.ofArray(bytes));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyDetachIsDoneWhenTheDeviceIsOutOfUse(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.cardTasks.run(disk::nextIsKept);
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), recorder, 1)));
            node.cardTasks.await("the read", () -> !disk.heard.isEmpty());
            List<Pending<Boolean>> done = node.tasks.call(() -> List.of(osm.detach(), osm.detach()));
            assertFalse(done.get(0).isDone() || done.get(1).isDone());
            node.tasks.run(() -> assertThrows(IllegalStateException.class, osm::attach));

            node.cardTasks.run(disk::answerKept);
            node.tasks.await("both", () -> done.get(0).isDone() && done.get(1).isDone());

            assertEquals(Tid.NONE, node.cardTasks.call(() -> node.card.kernel().directory().device(node.tid).userTid()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDetachThatOvertakesAnAttachUndoesIt(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.osm(BlockSettings.STANDARD);
            List<Pending<BlockDeviceInfo>> attach = new ArrayList<>();
            Pending<Boolean> detach = node.tasks.call(() -> {
                attach.add(osm.attach());
                return osm.detach();
            });
            node.tasks.await("both", () -> detach.isDone() && attach.getFirst().isDone());

            assertNotNull(attach.getFirst().failure());
            assertEquals(BlockDeviceInfo.Access.NONE, osm.info().access());
            assertEquals(Tid.NONE, node.cardTasks.call(() -> node.card.kernel().directory().device(node.tid).userTid()));
            node.await("another attachment", osm::attach);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResetThatOvertakesAnAttachMakesItFail(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.osm(BlockSettings.STANDARD);
            List<Pending<BlockDeviceInfo>> attach = new ArrayList<>();
            node.await("the restart", () -> {
                attach.add(osm.attach());
                return node.driver.restart(node.iop);
            });
            node.tasks.await("the attachment", () -> attach.getFirst().isDone());

            assertNotNull(attach.getFirst().failure());
            assertEquals(BlockDeviceInfo.Access.NONE, osm.info().access());
            node.await("another attachment", osm::attach);
        }
    }
}
