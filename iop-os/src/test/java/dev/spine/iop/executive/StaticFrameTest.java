package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecStaticMfCreate;
import dev.spine.i2o.message.exec.ExecStaticMfRelease;
import dev.spine.i2o.message.exec.StaticMfCreateReply;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames that are written once and posted many times. */
class StaticFrameTest {
    private final HostSide host = new HostSide().in(IopState.OPERATIONAL);

    private int create(int function, int maxOutstanding) {
        MessageFrame reply = host.ask(new ExecStaticMfCreate(maxOutstanding,
            List.of(0x0005_0101, function << 24 | 0x1000 | HostSide.DEVICE_TID, 0xAA, 0xBB, 0xCC)));
        assertEquals(0, reply.word(4));
        return StaticMfCreateReply.KIND.parse(reply).staticMfa();
    }

    private void post(int mfa) {
        assertTrue(host.inbound.postStatic(Delivery.DIRECT, mfa));
    }

    @Test
    void aStaticFrameIsPostedAgainAndAgainAndStaysWhereItIs() {
        int free = host.inbound.freeForSender();
        int mfa = create(TestDevice.ANSWER, 1);
        assertEquals(free - 1, host.inbound.freeForSender(), "the frame has left the free list");
        for (int i = 0; i < 10; i++) {
            post(mfa);
            host.step();
            MessageFrame reply = host.reply();
            assertEquals(0xAA, reply.initiatorContext());
            assertEquals(0xBB, reply.transactionContext());
            assertEquals(0xCC, reply.word(5), "the device's echo");
        }
        assertEquals(free - 1, host.inbound.freeForSender());
        assertEquals(0, host.ask(new ExecStaticMfRelease(mfa)).word(4));
        assertFalse(host.inbound.postStatic(Delivery.DIRECT, mfa));
        host.assertAllFramesFree(0);
    }

    @Test
    void severalPostingsAreInWorkAtATimeUpToTheLimit() {
        int mfa = create(TestDevice.KEEP, 3);
        for (int i = 0; i < 5; i++) {
            post(mfa);
        }
        host.step();
        assertEquals(3, host.device.kept.size());
        for (int i = 0; i < 2; i++) {
            MessageFrame failure = host.reply();
            assertTrue(failure.isFail());
            assertEquals(FailureCode.CONGESTION, failure.requestStatus());
            assertEquals(0, failure.word(7), "nothing is preserved: the frame is static");
        }
        assertEquals(2, host.iop.kernel().counters().get(Counter.STATIC_REFUSED));
        assertEquals(DetailedStatus.DEVICE_BUSY, host.ask(new ExecStaticMfRelease(mfa)).detailedStatus());
        while (!host.device.kept.isEmpty()) {
            TestDevice.answer(host.device.kept.removeFirst());
        }
        for (int i = 0; i < 3; i++) {
            assertEquals(0, host.reply().requestStatus());
        }
        assertEquals(0, host.ask(new ExecStaticMfRelease(mfa)).word(4));
        host.assertAllFramesFree(0);
    }

    @Test
    void aQuarterOfTheFramesMayBecomeStatic() {
        for (int i = 0; i < HostSide.HOST_FRAMES / 4; i++) {
            create(TestDevice.ANSWER, 1);
        }
        MessageFrame reply = host.ask(new ExecStaticMfCreate(1, List.of()));
        assertEquals(DetailedStatus.INSUFFICIENT_RESOURCE_SOFT, reply.detailedStatus());
        MessageFrame tooMany = host.ask(new ExecStaticMfCreate(17, List.of()));
        assertEquals(DetailedStatus.INVALID_PARAMETER, tooMany.detailedStatus());
        host.assertAllFramesFree(HostSide.HOST_FRAMES / 4);
    }

    @Test
    void aClearMakesOrdinaryFramesOfThem() {
        int mfa = create(TestDevice.KEEP, 2);
        post(mfa);
        host.step();
        post(mfa);
        assertEquals(0, host.ask(new ExecCommand(ExecCommand.IOP_CLEAR)).word(4));
        assertFalse(host.inbound.postStatic(Delivery.DIRECT, mfa));
        host.assertAllFramesFree(0);
    }

    @Test
    void whatIsNoStaticFrameCannotBeReleased() {
        MessageFrame reply = host.ask(new ExecStaticMfRelease(0x1000));
        assertEquals(DetailedStatus.INVALID_PARAMETER, reply.detailedStatus());
        assertEquals(16, reply.word(5));
    }
}
