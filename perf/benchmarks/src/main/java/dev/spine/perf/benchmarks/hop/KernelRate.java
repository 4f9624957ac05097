package dev.spine.perf.benchmarks.hop;

import dev.spine.iop.Iop;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.perf.hop.PeerSystem;

/** Requests without replies from one or several IOPs to one, through the kernels on both sides. One thread at a time. */
public final class KernelRate implements RateVariant {
    private static final int FRAMES = 128;

    private final AskingDevice[] asking;
    private final IopKernel[] from;
    private final IopKernel to;
    private final AnsweringDevice listening = new AnsweringDevice(AnsweringDevice.Manner.LISTENS);

    /**
     * Builds the IOPs.
     *
     * @param options how many senders
     */
    public KernelRate(HopOptions options) {
        int senders = options.senders();
        PeerSystem system = PeerSystem.atRest(senders + 1);
        Iop target = system.add(listening);
        to = target.kernel();
        asking = new AskingDevice[senders];
        from = new IopKernel[senders];
        for (int i = 0; i < senders; i++) {
            asking[i] = new AskingDevice();
            Iop iop = system.add(asking[i]);
            asking[i].connect(system.connect(iop, asking[i].tid(), target, asking[i].tid(), FRAMES));
            from[i] = iop.kernel();
        }
    }

    @Override
    public int send(int limit) {
        int sent = 0;
        for (int i = 0; i < from.length; i++) {
            sent += sendFrom(i, limit);
        }
        return sent;
    }

    private int sendFrom(int sender, int limit) {
        asking[sender].allow(limit);
        return from[sender].doWork(limit);
    }

    @Override
    public int receive(int limit) {
        long before = listening.received();
        to.doWork(limit);
        return (int) (listening.received() - before);
    }
}
