package dev.spine.device.remote;

import dev.spine.device.remote.RemoteCounters.Counter;
import dev.spine.i2o.unit.InterruptListener;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The interrupt line of a card, ending in two eventfds of a client: <em>irq</em> is written when the line is asserted; <em>resample</em> is
 * signalled by the client when its processor has acknowledged, and the line is asserted again if its cause is still there.
 *
 * <p>A client may give anything as a descriptor. Writing never waits: a descriptor that takes nothing more misses the interrupt, as its
 * client has not looked at those before. Any thread.
 */
final class InterruptWire implements InterruptListener {
    private static final int NONE = -1;

    private final RemoteCounters counters;
    private final MemorySegment one = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
    private final MemorySegment count = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
    private final MemorySegment poll = Arena.ofAuto().allocate(8, 8);
    private int irq = NONE;
    private int resample = NONE;
    private boolean asserted;

    InterruptWire(RemoteCounters counters) {
        this.counters = counters;
        one.set(ValueLayout.JAVA_LONG, 0, 1);
    }

    /** Takes over two descriptors, and closes those of before; -1 for none. */
    synchronized void attach(int newIrq, int newResample) {
        close(irq);
        close(resample);
        irq = newIrq;
        resample = newResample;
        if (irq != NONE) {
            NativeCalls.makeNonBlocking(irq);
            NativeCalls.makeNonBlocking(resample);
            signal();
        }
    }

    void detach() {
        attach(NONE, NONE);
    }

    private static void close(int descriptor) {
        if (descriptor != NONE) {
            NativeCalls.close(descriptor);
        }
    }

    /** {@return the descriptor to be watched for acknowledgements, or -1} */
    synchronized int resample() {
        return resample;
    }

    /** The client has acknowledged: empties the descriptor, and asserts again what still is; false when it cannot be read. */
    synchronized boolean resampled() {
        if (resample == NONE) {
            return true;
        }
        if (NativeCalls.read(resample, count, Long.BYTES) != Long.BYTES) {
            return false;
        }
        signal();
        return true;
    }

    @Override
    public synchronized void onAsserted() {
        asserted = true;
        signal();
    }

    @Override
    public synchronized void onReleased() {
        asserted = false;
    }

    private void signal() {
        if (!asserted || irq == NONE) {
            return;
        }
        poll.set(ValueLayout.JAVA_INT, 0, irq);
        poll.set(ValueLayout.JAVA_SHORT, 4, (short) NativeCalls.POLLOUT);
        if (NativeCalls.poll(poll, 1, 0) == 1 && NativeCalls.write(irq, one, Long.BYTES) == Long.BYTES) {
            counters.increment(Counter.INTERRUPTS);
        }
    }
}
