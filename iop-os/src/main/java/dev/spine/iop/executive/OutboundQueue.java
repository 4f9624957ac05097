package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.OutboundInitStatus;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * ExecOutboundInit: forgets the reply frames of before and says in the requester's memory that others may come. There is never a reply.
 *
 * <p>Tolerated: a list that begins nowhere (NetBSD), a frame size in bytes (FreeBSD, RCPCI), a frame that was lost over a reset
 * (Linux 2.4).
 */
final class OutboundQueue implements ExecutiveHandler {
    private static final int FIXED_WORDS = 6;
    private static final int RECLAIM_HEADER_BYTES = 8;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ExecutiveParts parts;
    private final LifeCycle life;

    OutboundQueue(ExecutiveParts parts, LifeCycle life) {
        this.parts = parts;
        this.life = life;
    }

    @Override
    public int function() {
        return Function.EXEC_OUTBOUND_INIT;
    }

    @Override
    public Set<IopState> states() {
        return EnumSet.of(IopState.RESET, IopState.HOLD, IopState.READY, IopState.OPERATIONAL);
    }

    @Override
    public boolean answersInMemory() {
        return true;
    }

    @Override
    public void onMessage(KernelRequest request) {
        ExecOutboundInit asked = ExecOutboundInit.KIND.parse(request.frame());
        IopKernel kernel = parts.kernel();
        RequestBuffers buffers = parts.buffers();
        buffers.load(request, FIXED_WORDS);
        long statusWord = buffers.address(0);
        if (statusWord < 0 || buffers.bytes(0) < Integer.BYTES
            || !parts.window().admits(statusWord, Integer.BYTES, BusWindow.Direction.WRITE)) {
            kernel.counters().increment(Counter.TRANSFERS_REFUSED);
            request.finish();
            return;
        }
        kernel.replies().dropHostReplies();
        QueuePair outbound = kernel.directory().unit().hostLink().outbound();
        List<Integer> reclaimed = new ArrayList<>();
        outbound.forgetFree(reclaimed::add);
        reportReclaimed(buffers, reclaimed);
        outbound.limitSlots(asked.outboundFrameWords() * Integer.BYTES);
        RegisterInterface registers = life.registerInterface();
        if (registers != null) {
            registers.openOutbound();
            registers.reclaimInbound();
        }
        buffers.hostPageBytes(asked.hostPageBytes());
        kernel.directory().hostPageBytes(asked.hostPageBytes());
        life.initCode(asked.initCode());
        if (kernel.directory().state() == IopState.RESET) {
            kernel.directory().state(IopState.HOLD);
        }
        parts.window().publishWord(statusWord, OutboundInitStatus.COMPLETE);
        request.finish();
    }

    /** The optional second buffer: how many MFAs it has room for, how many there are, and the MFAs that the IOP has held until now. */
    private static void reportReclaimed(RequestBuffers buffers, List<Integer> reclaimed) {
        if (buffers.count() < 2 || buffers.bytes(1) < RECLAIM_HEADER_BYTES || !buffers.admits(1, BusWindow.Direction.READ)
            || !buffers.admits(1, BusWindow.Direction.WRITE)) {
            return;
        }
        MemorySegment list = buffers.read(1);
        long room = Math.min(Integer.toUnsignedLong(list.get(WORD, 0)), (list.byteSize() - RECLAIM_HEADER_BYTES) / Integer.BYTES);
        int count = (int) Math.min(room, reclaimed.size());
        list.set(WORD, Integer.BYTES, count);
        for (int i = 0; i < count; i++) {
            list.set(WORD, RECLAIM_HEADER_BYTES + (long) i * Integer.BYTES, reclaimed.get(i));
        }
        buffers.write(1, list, RECLAIM_HEADER_BYTES + count * Integer.BYTES);
    }
}
