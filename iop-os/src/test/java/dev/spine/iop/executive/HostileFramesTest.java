package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames that no honest driver sends: each is answered or counted, none is lost, nothing is thrown, nothing is written elsewhere. */
class HostileFramesTest {
    private static final int BUFFER_AT = 0x3000;

    static Stream<Arguments> impossibleSizes() {
        return Stream.of(Arguments.of(0, FailureCode.FRAME_TOO_SMALL), Arguments.of(1, FailureCode.FRAME_TOO_SMALL),
            Arguments.of(2, FailureCode.FRAME_TOO_SMALL), Arguments.of(129, FailureCode.FRAME_TOO_LARGE),
            Arguments.of(65535, FailureCode.FRAME_TOO_LARGE));
    }

    @ParameterizedTest
    @MethodSource("impossibleSizes")
    void impossibleSizesAreTransportFailures(int words, int code) {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.postWords(words << 16 | 1, 0xA000_1000, 0x55, 0);
        MessageFrame failure = host.reply();
        assertEquals(code, failure.requestStatus());
        assertEquals(0x55, failure.initiatorContext());
        host.returnPreserved(failure);
        assertEquals(1, host.iop.kernel().counters().get(Counter.MALFORMED_FRAMES));
        host.assertAllFramesFree(0);
    }

    @Test
    void aListThatBeginsBeyondItsFrameIsRefused() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.postWords(0x0008_00F1, 0xA200_1000, 1, 2, 0xFFFF_FFFF, 0, 0xD000_0010, host.address(BUFFER_AT));
        MessageFrame reply = host.reply();
        assertEquals(RequestStatus.TRANSACTION_ERROR, reply.requestStatus());
        assertEquals(DetailedStatus.INVALID_OFFSET, reply.detailedStatus());
        host.assertAllFramesFree(0);
    }

    @Test
    void anotherVersionOrWideContextsAreTransportFailures() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.postWords(0x0004_0002, 0xD100_1000, 0, 0);
        assertEquals(FailureCode.INVALID_VERSION, host.reply().requestStatus());
        host.postWords(0x0006_0201, 0xD100_1000, 0, 0, 0, 0);
        assertEquals(FailureCode.INVALID_MESSAGE_FLAGS, host.reply().requestStatus());
    }

    @Test
    void cutFramesOfEveryExecutiveAndUtilityFunctionAreAnsweredOrCounted() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        for (int function = 0; function < 256; function++) {
            if (function == Function.EXEC_IOP_CLEAR || function == Function.EXEC_SYS_QUIESCE) {
                continue;
            }
            for (int words = 3; words <= 12; words++) {
                for (int tid : new int[] {0, HostSide.DEVICE_TID}) {
                    host.postWords(words << 16 | 0x61, function << 24 | 0x1000 | tid, 1, 2, -1, -1, -1, -1, -1, -1, -1, -1);
                    host.assertAllFramesFreeButKept();
                }
            }
        }
        assertEquals(IopState.OPERATIONAL, host.state());
    }

    @Test
    void addressesThatAreNotTheSendersAreRefusedAndNothingIsWritten() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        long refused = host.iop.kernel().counters().get(Counter.TRANSFERS_REFUSED);
        int foreign = (int) host.secret.base();
        int ownWindow = (int) host.iop.function().windowAddress() + 0x2000;
        int end = (int) (host.memory.end() - 44);
        for (int address : new int[] {foreign, ownWindow, end, 0, -4}) {
            host.post(new ExecStatusGet(address, 0, 88));
            host.assertNoReply();
        }
        host.post(new ExecStatusGet(host.address(BUFFER_AT), 1, 88));
        host.post(new ExecStatusGet(host.address(BUFFER_AT), 0, 0));
        host.assertNoReply();
        assertEquals(refused + 7, host.iop.kernel().counters().get(Counter.TRANSFERS_REFUSED));
        assertEquals(-1, host.secret.memory().mismatch(MemorySegment.ofArray(new byte[0x1000])));

        host.post(new ExecIopReset(foreign, 0));
        assertEquals(IopState.OPERATIONAL, host.state(), "who cannot be told is not obeyed");
        host.assertAllFramesFree(0);
    }

    @ParameterizedTest
    @CsvSource({
        "a run that leaves its region, 0xD0000010, 0x1FFFC",
        "a run in nobody's memory,     0xD0000010, 0x70000000",
        "a run beyond 4 GiB,           0xD0FFFFFF, 0xFFFFFFF0",
        "a reserved element,           0x34000010, 0x0",
        "a page list that is cut,      0xE0100000, 0x0",
        "immediate data that is cut,   0xCC001000, 0x0",
        "a local address,              0xD8000010, 0x0",
        "a chain into nothing,         0x30000100, 0x70000000"})
    void scatterGatherListsThatLieAreRefused(String what, String flags, String address) {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        int word = (int) Long.decode(flags).longValue();
        int target = (int) Long.decode(address).longValue();
        if (target == 0x1FFFC) {
            target = host.address(0xFFFC);
        }
        host.postWords(0x0008_0061, 0xA200_1000, 1, 2, 0xFFFF_FFFF, 0, word, target);
        MessageFrame reply = host.reply();
        assertEquals(RequestStatus.TRANSACTION_ERROR, reply.requestStatus(), what);
        assertTrue(reply.detailedStatus() != 0, what);
        host.assertAllFramesFree(0);
    }

    @Test
    void chainThatLoopsEnds() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        MemorySegment list = host.memory.memory();
        list.asSlice(BUFFER_AT, 8).copyFrom(MemorySegment.ofArray(new int[] {0x3000_0008, host.address(BUFFER_AT)}));
        host.postWords(0x0008_0061, 0xA200_1000, 1, 2, 0xFFFF_FFFF, 0, 0x3000_0008, host.address(BUFFER_AT));
        assertEquals(RequestStatus.TRANSACTION_ERROR, host.reply().requestStatus());
        host.assertAllFramesFree(0);
    }

    @Test
    void resultBufferInTheMemoryOfAnotherCardIsRefused() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        host.memory.memory().asSlice(BUFFER_AT, 12).copyFrom(MemorySegment.ofArray(new int[] {1, 0xF100_0001, 0xFFFF}));
        host.postWords(0x0009_0051, 0x0600_1008, 7, 8, 0, 0x5400_000C, host.address(BUFFER_AT), 0xD000_0200, (int) host.secret.base());
        MessageFrame reply = host.reply();
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, reply.requestStatus());
        assertEquals(DetailedStatus.INVALID_PARAMETER, reply.detailedStatus());
        assertEquals(-1, host.secret.memory().mismatch(MemorySegment.ofArray(new byte[0x1000])));
        host.assertAllFramesFree(0);
    }

    @Test
    void senderThatRewritesAPostedFrameChangesAtMostItsOwnMessage() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        Frame frame = host.postOnly(0x0005_0001, TestDevice.KEEP << 24 | 0x1008, 1, 2, 0xAAAA);
        host.step();
        // The request is in work: the frame's size, target and payload now lie.
        HostSide.writer(frame).setWord(0, 0xFFFF_0001);
        HostSide.writer(frame).setWord(1, 0);
        HostSide.writer(frame).setWord(4, 0xBBBB);
        TestDevice.answer(host.device.kept.removeFirst());
        MessageFrame reply = host.reply();
        assertEquals(0xAAAA, reply.word(5));
        assertEquals(HostSide.DEVICE_TID, reply.target());
        host.assertAllFramesFree(0);
    }

    @Test
    void frameInWorkThatArrivesAgainIsDroppedAndCounted() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        Frame frame = host.postOnly(0x0005_0001, TestDevice.KEEP << 24 | 0x1008, 1, 2, 0xAAAA);
        host.step();
        host.inbound.postList().offer(frame);
        host.postOnly(0x0005_0001, TestDevice.ANSWER << 24 | 0x1008, 3, 4, 0xCCCC);
        host.step();
        assertEquals(0xCCCC, host.reply().word(5), "what is posted behind it is served all the same");
        assertEquals(1, host.inbound.droppedPosts());
        TestDevice.answer(host.device.kept.removeFirst());
        assertEquals(0xAAAA, host.reply().word(5));
        host.assertAllFramesFree(0);
    }

    @Test
    void repliesWaitForReplyFramesAndNoneIsLost() {
        HostSide host = new HostSide().in(IopState.OPERATIONAL);
        for (int i = 0; i < HostSide.HOST_FRAMES; i++) {
            host.postOnly(0x0005_0001, TestDevice.ANSWER << 24 | 0x1008, i, 0, i);
        }
        host.step();
        assertEquals(HostSide.HOST_FRAMES - HostSide.REPLY_FRAMES, host.iop.kernel().counters().get(Counter.REPLIES_WAITED));
        assertEquals(HostSide.REPLY_FRAMES, host.inbound.freeForSender(), "frames of requests whose replies wait are not free");
        for (int i = 0; i < HostSide.HOST_FRAMES; i++) {
            assertEquals(i, host.reply().word(5));
        }
        host.assertAllFramesFree(0);
    }

    @ParameterizedTest
    @EnumSource(value = IopState.class, names = {"RESET", "HOLD", "READY", "OPERATIONAL"})
    void randomFramesNeitherThrowNorLoseFrames(IopState state) {
        long seed = Long.getLong("spine.seed", 20_261_121L);
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        HostSide host = new HostSide().in(state);
        MemorySegment before = MemorySegment.ofArray(host.secret.memory().toArray(ValueLayout.JAVA_BYTE));
        for (int i = 0; i < 5_000; i++) {
            Frame frame = host.take();
            MessageFrame writer = HostSide.writer(frame);
            for (int word = 0; word < 16; word++) {
                writer.setWord(word, switch (random.nextInt(4)) {
                    case 0 -> random.nextInt();
                    case 1 -> host.address(random.nextInt(0x8000));
                    case 2 -> 0xD000_0000 | random.nextInt(0x400);
                    default -> random.nextInt(32);
                });
            }
            int function = host.harmless(random.nextInt(256));
            writer.setWord(0, random.nextInt(1, 20) << 16 | random.nextInt(16) << 4 | 1);
            writer.setWord(1, function << 24 | 0x1000 | (random.nextBoolean() ? 0 : HostSide.DEVICE_TID));
            host.inbound.post(Delivery.DIRECT, frame);
            host.assertAllFramesFreeButKept();
        }
        assertEquals(-1, before.mismatch(host.secret.memory()));
    }
}
