package dev.spine.perf.benchmarks.hop;

import dev.spine.iop.Iop;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.perf.hop.PeerSystem;

/**
 * A request and its reply between devices of two IOPs, as the system does it: kernels that poll all their queue pairs and dispatch by TID.
 * One thread at a time.
 */
public final class KernelHop implements HopVariant {
    private static final int FRAMES = 32;
    private static final int LIMIT = 64;

    private final AskingDevice asking = new AskingDevice();
    private final IopKernel initiator;
    private final IopKernel target;

    /**
     * Builds both IOPs.
     *
     * @param options not used
     */
    public KernelHop(HopOptions options) {
        PeerSystem system = PeerSystem.atRest(2);
        Iop from = system.add(asking);
        Iop to = system.add(new AnsweringDevice(AnsweringDevice.Manner.ANSWERS));
        asking.connect(system.connect(from, asking.tid(), to, asking.tid(), FRAMES));
        initiator = from.kernel();
        target = to.kernel();
    }

    @Override
    public void exchange() {
        long before = asking.replies();
        while (!asking.ask()) {
            initiator.doWork(LIMIT);
        }
        while (asking.replies() == before) {
            initiator.doWork(LIMIT);
        }
    }

    @Override
    public int serve() {
        return target.doWork(LIMIT);
    }
}
