package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ResetStatus;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import java.util.EnumSet;
import java.util.Set;

/** ExecIopReset: begins everything anew and says so in the requester's memory. There is never a reply. */
final class ResetRequest implements ExecutiveHandler {
    private final ExecutiveParts parts;
    private final LifeCycle life;

    ResetRequest(ExecutiveParts parts, LifeCycle life) {
        this.parts = parts;
        this.life = life;
    }

    @Override
    public int function() {
        return Function.EXEC_IOP_RESET;
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
        ExecIopReset asked = ExecIopReset.KIND.parse(request.frame());
        long address = Integer.toUnsignedLong(asked.statusAddressLow());
        BusWindow window = parts.window();
        window.onBehalfOf(request.sender());
        if (asked.statusAddressHigh() != 0 || !window.admits(address, Integer.BYTES, BusWindow.Direction.WRITE)) {
            // Who cannot be told is not obeyed: the word is how a host knows that its frames are its own again.
            parts.kernel().counters().increment(Counter.TRANSFERS_REFUSED);
            request.finish();
            return;
        }
        if (!life.mayRestart()) {
            window.publishWord(address, ResetStatus.REJECTED);
            request.finish();
            return;
        }
        // The request is dropped and its frame returned with all others.
        life.restart();
        window.publishWord(address, ResetStatus.IN_PROGRESS);
    }
}
