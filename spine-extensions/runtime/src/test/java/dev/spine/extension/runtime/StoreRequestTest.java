package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.BlockUser;

/** Extensions that use a disk: what they read and write, what a disk refuses, and what is left when somebody goes. */
@Tag("SO-20")
@Tag("SO-24")
@Tag("SS-01")
class StoreRequestTest {
    private final Card card = new Card();
    private int instance;

    @BeforeEach
    void load() {
        card.listen();
        instance = card.loaded(BlockUser.class);
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void open() {
        assertEquals(1, card.order(instance, BlockUser.OPEN, card.kernel.directory().iopId(), card.diskTid));
        card.settle();
    }

    private long counter(String name) {
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        return loaded == null ? -1 : loaded.counters().counter(name).value();
    }

    private void onAgent(Runnable action) {
        card.engine.tasks(card.kernel).run(action);
    }

    @Test
    void aDiskSaysWhatItIs() {
        open();
        assertEquals(1, counter("stores reported"));
        assertEquals(4096 + 512, card.order(instance, BlockUser.CAPACITY));
    }

    @Test
    @Tag("SO-02")
    void whatWasWrittenIsReadAgain() {
        open();
        assertEquals(1, card.order(instance, BlockUser.WRITE, 1024, 0x5A));
        assertEquals(0x5A, card.disk.bytes[1024]);
        assertEquals(7, counter("last number"));
        assertEquals(512, counter("last bytes"));
        card.disk.bytes[2048] = 0x3C;
        assertEquals(1, card.order(instance, BlockUser.READ, 2048));
        assertEquals(0x3C, card.order(instance, BlockUser.FIRST_BYTE));
        assertEquals(2, counter("ends"));
        assertEquals(0, counter("last status"));
    }

    @Test
    void blocksGoThroughToTheMediumOrAreFlushedThere() {
        open();
        card.order(instance, BlockUser.WRITE, 0, 1);
        assertEquals(0, card.disk.writesThrough);
        assertEquals(1, card.order(instance, BlockUser.WRITE_THROUGH, 1024));
        assertEquals(1, card.disk.bytes[1024]);
        assertEquals(1, card.disk.writesThrough);
        assertEquals(10, counter("last number"));
        assertEquals(512, counter("last bytes"));
        assertEquals(0, card.disk.flushes);
        assertEquals(1, card.order(instance, BlockUser.FLUSH));
        assertEquals(1, card.disk.flushes);
        assertEquals(11, counter("last number"));
        assertEquals(0, counter("last bytes"));
        assertEquals(0, counter("last status"));
    }

    @Test
    void aFlushThatTheDiskDoesNotManageSaysSoAndOneThatIsUnderWayIsWaitedFor() {
        open();
        card.disk.immediate = false;
        card.order(instance, BlockUser.FLUSH);
        assertEquals(0, counter("ends"));
        onAgent(() -> card.disk.answer(RequestStatus.ERROR_NO_DATA_TRANSFER, 3));
        card.settle();
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, counter("last status"));
        assertEquals(3, counter("last detail"));
        card.order(instance, BlockUser.FLUSH);
        card.unload(instance);
        assertTrue(card.replies().isEmpty(), "the disk is still at it");
        onAgent(() -> card.disk.answer(RequestStatus.SUCCESS, 0));
        assertEquals(0, card.replies().getFirst().requestStatus());
        assertTrue(card.allFramesAreFree());
    }

    @Test
    void aPacketGoesToTheDiskFromWhereItLiesAndIsReleasedWhenTheDiskHasIt() {
        open();
        card.disk.immediate = false;
        card.port.arrive(UdpPacket.to(7000, IntStream.generate(() -> 0x77).limit(TestDisk.BLOCK_BYTES).toArray()));
        card.settle();
        assertEquals(1, counter("packets written"));
        assertEquals(0, card.port.home.size(), "the disk has not taken the bytes yet");
        onAgent(() -> card.disk.answer(RequestStatus.SUCCESS, 0));
        card.settle();
        assertEquals(0x77, card.disk.bytes[511]);
        assertEquals(1, card.port.home.size());
    }

    @Test
    void aRefusalIsReportedWithItsStatus() {
        open();
        card.disk.immediate = false;
        card.order(instance, BlockUser.READ, 0);
        onAgent(() -> card.disk.answer(RequestStatus.ERROR_NO_DATA_TRANSFER, 1));
        card.settle();
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, counter("last status"));
        assertEquals(1, counter("last detail"));
        assertEquals(0, counter("last bytes"));
    }

    @Test
    void requestsBeyondTheDisksFramesWaitAndAllEndInOrder() {
        open();
        card.disk.immediate = false;
        int frames = 0;
        for (int i = 0; i < 40; i++) {
            assertEquals(1, card.order(instance, BlockUser.WRITE, 512, i));
        }
        while (!card.disk.waiting.isEmpty()) {
            onAgent(() -> card.disk.answer(RequestStatus.SUCCESS, 0));
            card.settle();
            frames++;
        }
        assertEquals(40, frames);
        assertEquals(40, counter("ends"));
        assertEquals(39, card.disk.bytes[512]);
    }

    @Test
    void aTidWithoutADiskIsReportedAndNothingCanBeReadFromIt() {
        assertEquals(1, card.order(instance, BlockUser.OPEN, card.kernel.directory().iopId(), 0x123));
        card.settle();
        assertEquals(1, counter("stores reported"));
        assertNotEquals(0, counter("last reason"));
    }

    @Test
    void aDiskThatSaysNothingIsGivenUp() {
        card.disk.silent = true;
        open();
        card.settle();
        card.settle();
        assertEquals(1, counter("stores reported"));
        assertNotEquals(0, counter("last reason"));
    }

    @Test
    void aDiskWithImpossibleBlocksIsNotUsed() {
        card.disk.blockBytes = 500;
        open();
        assertEquals(1, counter("stores reported"));
        assertEquals(-1, card.order(instance, BlockUser.CAPACITY));
    }

    @Test
    void devicesReachOnlyMemoryThatWasAllocatedForThem() {
        open();
        assertEquals(99, card.order(instance, BlockUser.READ_INTO_OWN_MEMORY));
        assertEquals(98, card.order(instance, BlockUser.READ_BEYOND));
        assertTrue(card.disk.waiting.isEmpty());
    }

    @Test
    void anExtensionMayAskForAFewDisksOnly() {
        int asked = 0;
        while (asked < 100 && card.order(instance, BlockUser.OPEN, card.kernel.directory().iopId(), card.diskTid) == 1) {
            asked++;
        }
        assertEquals(8, asked);
    }

    @Test
    void memoryThatADiskWillWriteStaysLentWhenItsBufferIsReleased() {
        open();
        card.disk.immediate = false;
        card.order(instance, BlockUser.READ, 0);
        int lent = card.runtime.card().parts().deviceMemory().used();
        card.order(instance, BlockUser.RELEASE);
        assertEquals(lent, card.runtime.card().parts().deviceMemory().used());
        onAgent(() -> card.disk.answer(RequestStatus.SUCCESS, 0));
        card.settle();
        assertEquals(lent - 1024, card.runtime.card().parts().deviceMemory().used());
    }

    @Test
    void unloadAnswersWhenTheDiskHasReturnedWhatItHas() {
        int before = card.runtime.card().parts().deviceMemory().used();
        open();
        card.disk.immediate = false;
        card.order(instance, BlockUser.READ, 0);
        card.unload(instance);
        assertTrue(card.replies().isEmpty(), "the disk may still write");
        onAgent(() -> card.disk.answer(RequestStatus.SUCCESS, 0));
        assertEquals(0, card.replies().getFirst().requestStatus());
        assertEquals(before - 1024, card.runtime.card().parts().deviceMemory().used());
        assertTrue(card.allFramesAreFree());
    }

    @Test
    void anExtensionWhoseDiskNeverAnswersHoldsUpNobodyElse() {
        open();
        card.disk.immediate = false;
        card.order(instance, BlockUser.READ, 0);
        card.unload(instance);
        card.unload(instance);
        card.settle();
        MessageFrame second = card.replies().getFirst();
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, second.requestStatus(), "it is on its way already");
        int other = card.loaded(BlockUser.class);
        assertNotEquals(instance, other);
        for (int i = 0; i < 6; i++) {
            card.settle();
        }
        MessageFrame late = card.replies().getLast();
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, late.requestStatus());
        assertEquals(DetailedStatus.TIMEOUT, late.detailedStatus());
        assertNotNull(card.runtime.card().table().get(instance), "its memory is still in use");
        onAgent(() -> card.disk.answer(RequestStatus.SUCCESS, 0));
        card.settle();
        assertNull(card.runtime.card().table().get(instance), "it leaves when its disk lets go of it");
    }

    @Test
    void aLateAnswerOfADiskThatWasGivenUpFallsIntoNoOtherDisksPlace() {
        card.disk.late = true;
        open();
        card.settle();
        card.settle();
        assertNotEquals(0, counter("last reason"), "given up");
        long first = card.disk.lateAnswerAddress();
        card.disk.late = false;
        open();
        assertEquals(0, counter("last reason"));
        assertNotEquals(first, card.disk.lastAnswerAddress());
        onAgent(card.disk::answerLate);
        card.settle();
        assertEquals(4096 + 512, card.order(instance, BlockUser.CAPACITY));
    }

    @Test
    void aRequestIsNeverLargerThanAListCanSay() {
        open();
        assertEquals(97, card.order(instance, BlockUser.READ_TOO_MUCH));
    }

    @Test
    void aResetLeavesNothingUnderWay() {
        open();
        card.disk.immediate = false;
        card.order(instance, BlockUser.READ, 0);
        long base = card.runtime.card().parts().deviceMemory().region().base();
        card.reset();
        card.settle();
        assertNotEquals(base, card.runtime.card().parts().deviceMemory().region().base(), "late bytes of a disk find nothing there");
        card.disk.reset();
        card.listen();
        instance = card.loaded(BlockUser.class);
        card.disk.immediate = true;
        open();
        assertEquals(1, card.order(instance, BlockUser.WRITE, 0, 1));
        assertEquals(1, counter("ends"));
    }

    @Test
    @Tag("SO-17")
    @Tag("SS-20")
    void aFrameOfTheExtensionLeavesOverTheWire() {
        assertEquals(1, card.order(instance, BlockUser.TRANSMIT, 60));
        assertEquals(60, card.port.sent.getLast().length);
        assertEquals(0, card.order(instance, BlockUser.TRANSMIT, 13), "shorter than a MAC header");
    }
}
