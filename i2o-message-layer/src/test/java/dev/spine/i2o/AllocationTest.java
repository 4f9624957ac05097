package dev.spine.i2o;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.i2o.message.SmallMessage;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanReceivePost;
import dev.spine.i2o.message.lan.LanReceiveReplyReader;
import dev.spine.i2o.message.lan.LanReceiveReplyWriter;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.i2o.sgl.SglWriter;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What travels on the data path is written and read without allocating. */
@Tag("allocation")
class AllocationTest {
    private static final int ROUNDS = 20_000;

    private final MessageFrame request = Frames.slot();
    private final MessageFrame reply = Frames.slot();
    private final MessageFrame scratch = Frames.slot();
    private final SglWriter writer = new SglWriter();
    private final SglReader reader = new SglReader(SglLimits.STANDARD, FragmentSource.NONE);
    private final LanReceiveReplyWriter buckets = new LanReceiveReplyWriter();
    private final LanReceiveReplyReader packets = new LanReceiveReplyReader();
    private long read;

    private void round() {
        SmallMessage.begin(request, 1, 2, 3, SmallMessage.word3(4, 5, 6));
        take();
        LanPacketSend.begin(request, 1, 2, 3, 0);
        writer.begin(request, 4);
        writer.from(7, 0x1000, 42);
        writer.from(0x2000, 1400);
        writer.finish();
        take();
        reader.begin(scratch, 4);
        while (reader.next()) {
            read += reader.byteCount() + reader.context();
        }
        LanSendReply.begin(scratch, reply);
        LanSendReply.add(reply, 7);
        LanSendReply.end(reply, MessageFlags.FINAL_REPLY, 0, 0);
        read += LanSendReply.context(reply, 0);
        LanReceivePost.begin(request, 1, 2, 3, 1);
        buckets.begin(request, reply);
        buckets.add(1, 0, 1442, 0, 0);
        buckets.add(2, 0, 60, 0, 0);
        buckets.end(30, 0, 0);
        packets.begin(reply);
        while (packets.next()) {
            read += packets.length() + packets.bucketContext();
        }
        BlockTransfer.writeOneRun(request, Function.BSA_BLOCK_READ, 1, 2, 3, 4, TransferFlags.SOLO, 4096, 8192, 0x1000);
        read += BlockTransfer.byteCount(request) + BlockTransfer.byteAddress(request) + BlockTransfer.controlFlags(request);
        BlockTransfer.succeed(request, reply, 4096);
        BlockTransfer.fail(request, reply, 4, 1, 0, 0, 8192);
        read += BlockTransfer.transferCount(reply);
        Replies.single(request, reply, 0, 0);
        Replies.transactionError(request, reply, 0, 0);
    }

    private void take() {
        if (scratch.tryCopyFrom(request.memory(), request.offset(), request.slotBytes())) {
            read += scratch.function() + scratch.target() + scratch.word(3);
        }
    }

    @Test
    void messagesOfTheDataPathAllocateNothing() {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < ROUNDS; i++) {
            round();
        }
        long before = thread.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            round();
        }
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        // Asking costs a few bytes itself; one object a round would be 320,000.
        assertTrue(allocated < ROUNDS, allocated + " bytes in " + ROUNDS + " rounds; " + read);
    }
}
