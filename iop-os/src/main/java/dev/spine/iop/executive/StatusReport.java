package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.StatusBlock.Capabilities;
import dev.spine.i2o.table.StatusBlock.PrivateSpace;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;

/** ExecStatusGet: writes the status block into the requester's memory, its last byte last. There is never a reply. */
final class StatusReport implements ExecutiveHandler {
    private static final int I2O_1_5 = 1;
    private static final int MEMORY_MAPPED = 0;

    private final ExecutiveParts parts;
    private final LifeCycle life;

    StatusReport(ExecutiveParts parts, LifeCycle life) {
        this.parts = parts;
        this.life = life;
    }

    @Override
    public int function() {
        return Function.EXEC_STATUS_GET;
    }

    @Override
    public Set<IopState> states() {
        return EnumSet.complementOf(EnumSet.of(IopState.INITIALIZING));
    }

    @Override
    public boolean answersInMemory() {
        return true;
    }

    @Override
    public void onMessage(KernelRequest request) {
        ExecStatusGet asked = ExecStatusGet.KIND.parse(request.frame());
        long address = Integer.toUnsignedLong(asked.bufferAddressLow());
        int bytes = Math.clamp(Integer.toUnsignedLong(asked.bufferBytes()), 0, StatusBlock.BYTES);
        BusWindow window = parts.window();
        window.onBehalfOf(request.sender());
        if (asked.bufferAddressHigh() != 0 || bytes == 0 || !window.admits(address, bytes, BusWindow.Direction.WRITE)) {
            parts.kernel().counters().increment(Counter.TRANSFERS_REFUSED);
        } else {
            MemorySegment block = MemorySegment.ofArray(new byte[StatusBlock.BYTES]);
            block().emit(block, 0);
            window.write(address, block, 0, Math.min(bytes, StatusBlock.SYNC_BYTE_OFFSET));
            if (bytes == StatusBlock.BYTES) {
                window.publishByte(address + StatusBlock.SYNC_BYTE_OFFSET, StatusBlock.SYNC_COMPLETE);
            }
        }
        request.finish();
    }

    /** The block as it is now. */
    StatusBlock block() {
        IopKernel kernel = parts.kernel();
        IopDirectory directory = kernel.directory();
        MessagingUnit unit = directory.unit();
        ExecutiveSettings settings = parts.settings();
        // One driver polls the first two words for being other than 0, before any system table has given an IOP_ID.
        int iopId = directory.iopId() != 0 ? directory.iopId() : kernel.busAgent().id();
        // Only what the host can take: the frames of peers and of the IOP itself lie in the same window, but never on its free list.
        int frames = unit.hostLink().inbound().frameCount();
        return new StatusBlock(settings.organizationId(), iopId, directory.hostUnitId(), 0, I2O_1_5, directory.state().code(),
            MEMORY_MAPPED, unit.frameBytes() / Integer.BYTES, life.initCode(), frames, frames,
            MessagingUnit.MAX_OUTBOUND_FRAMES, settings.productName(), parts.configuration().sizeBytes(),
            Capabilities.CONTEXT_32_BIT_CURRENT | Capabilities.INBOUND_PEER | Capabilities.OUTBOUND_PEER | Capabilities.PEER_TO_PEER,
            PrivateSpace.NONE, PrivateSpace.NONE);
    }
}
