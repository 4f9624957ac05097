package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.table.StatusBlock;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Frames as real drivers send them, word for word, and the answers that they expect. */
class WorkedFramesTest {
    private static final int BUFFER_AT = 0x3000;
    private static final int LIST_AT = 0x5000;

    private static void assertWords(int[] expected, MessageFrame actual) {
        int[] words = new int[actual.sizeWords()];
        Arrays.setAll(words, actual::word);
        assertEquals(hex(expected), hex(words));
    }

    private static String hex(int[] words) {
        StringBuilder text = new StringBuilder();
        for (int word : words) {
            text.append(String.format("%08X ", word));
        }
        return text.toString();
    }

    @Test
    void statusGetFillsTheBlockAndSendsNoReply() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.postWords(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, host.address(BUFFER_AT), 0, 0x58);

        host.assertNoReply();
        StatusBlock block = StatusBlock.parse(host.memory.memory(), BUFFER_AT);
        assertEquals(0x7A5A, block.organizationId());
        assertEquals(2, block.iopId());
        assertEquals(1, block.i2oVersion());
        assertEquals(IopState.OPERATIONAL.code(), block.iopState());
        assertEquals(128, block.inboundFrameWords());
        assertEquals(12 + 2 * 36, block.expectedLctBytes());
        assertEquals(0x80, block.initCode());
        assertEquals(0xFF00_0000, host.word(BUFFER_AT + 84));
        assertEquals(0, host.word(BUFFER_AT + 88), "nothing is written behind the block");
        host.assertAllFramesFree(0);
    }

    @Test
    void outboundInitWritesTheWholeStatusWord() {
        HostSide host = new HostSide().booted();
        host.memory.memory().fill((byte) 0xEE);
        host.postWords(0x0008_0061, 0xA100_1000, 0, 0, 0x1000, 0x0080_0080, 0xD000_0004, host.address(BUFFER_AT));

        assertEquals(4, host.word(BUFFER_AT));
        assertEquals(0xEEEE_EEEE, host.word(BUFFER_AT + 4));
        assertEquals(IopState.HOLD, host.state());
    }

    @Test
    void lctNotifyCopiesTheTableAndRepeatsTheContexts() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.postWords(0x0008_0061, 0xA200_1000, 0, 0x8000_0005, 0xFFFF_FFFF, 0, 0xD000_2000, host.address(BUFFER_AT));

        assertWords(new int[] {0x0005_C001, 0xA200_1000, 0, 0x8000_0005, 0}, host.reply());
        assertEquals(0x15, host.word(BUFFER_AT), "21 words");
        assertEquals(0, host.word(BUFFER_AT + 4));
        assertEquals(0x0000_0009, host.word(BUFFER_AT + 12), "nine words, TID 0");
        assertEquals(0x0000_1000, host.word(BUFFER_AT + 12 + 12), "executive 1.5");
        assertEquals(0x0008_0009, host.word(BUFFER_AT + 48), "nine words, TID 8");
        assertEquals(0x7A5A_1100, host.word(BUFFER_AT + 48 + 12), "own class 0x100");
        assertEquals(0x00FF_FFFF, host.word(BUFFER_AT + 48 + 20), "no user, no parent");
        assertEquals(0x0506_0708, host.word(BUFFER_AT + 48 + 24));
    }

    @Test
    void sysEnableIsAnsweredWithSuccess() {
        HostSide host = new HostSide().in(IopState.READY);
        host.postWords(0x0004_0001, 0xD100_1000, 0x1111_1111, 0x2222_2222);
        assertWords(new int[] {0x0005_C001, 0xD100_1000, 0x1111_1111, 0x2222_2222, 0}, host.reply());
        assertEquals(IopState.OPERATIONAL, host.state());
    }

    @Test
    void primaryClaimIsAnsweredWithSuccess() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.postWords(0x0005_0001, 0x0900_1008, 7, 8, 0x0100_0000);
        assertWords(new int[] {0x0005_C001, 0x0900_1008, 7, 8, 0}, host.reply());
        assertEquals(Tid.HOST, host.iop.kernel().directory().devices().get(1).userTid());
    }

    @Test
    void fieldGetOfTheDeviceIdentityGivesBlockSizeAndClass() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.memory.memory().asSlice(LIST_AT, 12).copyFrom(MemorySegment.ofArray(
            new int[] {0x0000_0001, 0xF100_0001, 0x0000_FFFF}));
        host.postWords(0x0009_0051, 0x0600_1008, 7, 8, 0, 0x5400_000C, host.address(LIST_AT), 0xD000_0200, host.address(BUFFER_AT));

        assertWords(new int[] {0x0005_C001, 0x0600_1008, 7, 8, 0}, host.reply());
        assertEquals(1, host.word(BUFFER_AT), "one result");
        assertEquals(0, host.word(BUFFER_AT + 4) >>> 16, "status and error information");
        assertEquals(0x7A5A_1100, host.word(BUFFER_AT + 8), "ClassID");
    }

    @Test
    void unknownTidIsAnsweredByATransportFailureThatPreservesTheFrame() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        int mfa = host.postWords(0x0005_0001, 0x3000_1020, 0x77, 0x88, 0).address();
        MessageFrame failure = host.reply();
        assertWords(new int[] {0x0009_E001, 0x3000_1020, 0x77, 0, 0x8D01_0101, 0x0000_0002, 0, mfa, 0}, failure);
        assertEquals(HostSide.HOST_FRAMES - 1, host.inbound.freeForSender());
        host.returnPreserved(failure);
        host.assertAllFramesFree(0);
    }

    @Test
    void noOperationReturnsItsFrameAndIsNeverAnswered() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.postWords(0x0003_0001, 0x0000_1000, 0);
        host.postWords(0x0004_0001, 0x0000_1000, 0, 0);
        host.assertNoReply();
        host.assertAllFramesFree(0);
    }

    // --- habits of drivers

    @Test
    void outboundInitMayLeaveOutTheListOffset() {
        HostSide host = new HostSide().booted();
        host.postWords(0x0008_0001, 0xA100_1000, 0, 0, 0x1000, 0x0080_0080, 0xD000_0004, host.address(BUFFER_AT));
        assertEquals(4, host.word(BUFFER_AT));
    }

    @Test
    void outboundInitMayStateTheFrameSizeInBytes() {
        HostSide host = new HostSide().booted();
        host.postWords(0x0008_0061, 0xA100_1000, 0, 0, 0x1000, 512 << 16 | 0x80, 0xD000_0004, host.address(BUFFER_AT));
        assertEquals(4, host.word(BUFFER_AT));
        assertEquals(512, host.outbound.slotBytes());
    }

    @Test
    void repliesStayWithinTheFrameSizeThatTheHostStates() {
        HostSide host = new HostSide().booted();
        host.postWords(0x0008_0061, 0xA100_1000, 0, 0, 0x1000, 17 << 16 | 0x80, 0xD000_0004, host.address(BUFFER_AT));
        assertEquals(68, host.outbound.slotBytes());
    }

    @Test
    void iopIdMayStandTwelveBitsTooHigh() {
        HostSide host = new HostSide().in(IopState.HOLD);
        host.postWords(0x000C_0061, 0xA300_1000, 0, 0, 3 << 12, 0, 0x5400_0010, host.address(0x400), 0x5400_0000, 0, 0xD400_0000, 0);
        assertEquals(0, host.reply().requestStatus());
        assertEquals(3, host.iop.kernel().directory().iopId());
        assertEquals(IopState.READY, host.state());
    }

    @Test
    void sysTabSetMayStateTheWrongListOffsetAndLoseItsThirdElement() {
        HostSide host = new HostSide().in(IopState.HOLD);
        host.postWords(0x000C_0041, 0xA300_1000, 0, 0, 2, 0, 0x5400_0010, host.address(0x400), 0x5400_0000, 0, 0xFEDC_BA98, 0x1234);
        assertEquals(0, host.reply().requestStatus());
        assertEquals(IopState.READY, host.state());
    }

    @Test
    void sysTabMayComeInSeveralRuns() {
        HostSide host = new HostSide().in(IopState.HOLD);
        host.memory.memory().set(ValueLayout.JAVA_BYTE, 0x400, (byte) 1);
        host.memory.memory().set(ValueLayout.JAVA_BYTE, 0x600 + 4, (byte) 9);
        host.postWords(0x000E_0061, 0xA300_1000, 0, 0, 2, 0, 0x1400_0010, host.address(0x400), 0x5400_0020, host.address(0x600),
            0x5400_0000, 0, 0xD400_0000, 0);
        assertEquals(0, host.reply().requestStatus());
        assertEquals(1, host.iop.executive().lifeCycle().systemTable().entries().size());
        assertEquals(9, host.iop.executive().lifeCycle().systemTable().entries().getFirst().iopId());
    }

    @Test
    void eventRegisterWithoutAMaskEndsTheRegistration() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.postWords(0x0004_0001, 0x1300_1000, 0, 0);
        host.assertNoReply();
        host.assertAllFramesFree(0);
    }
}
