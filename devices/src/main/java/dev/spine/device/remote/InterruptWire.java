package dev.spine.device.remote;

import dev.spine.device.os.LocalSockets;
import dev.spine.device.remote.RemoteCounters.Counter;
import dev.spine.i2o.unit.InterruptListener;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The interrupt line of a card, ending in two eventfds of a client: <em>irq</em> is written when the line is asserted; <em>resample</em> is
 * signalled by the client when its processor has acknowledged, and the line is asserted again if its cause is still there.
 *
 * <p>A client may give anything as a descriptor, and shares it: it can fill it and change its mode at any time. What is no eventfd is never
 * signalled, and signalling one never waits; nor does reading, which is done without holding what {@link #onAsserted} needs. Any thread.
 */
final class InterruptWire implements InterruptListener {
    private static final int NONE = -1;
    private static final int MAX_MISSES = 1000;

    private final RemoteCounters counters;
    private final EventSignal signal = new EventSignal();
    private final MemorySegment count = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
    private int irq = NONE;
    private int resample = NONE;
    private boolean asserted;
    /** How often in succession an acknowledgement could not be read; used by the thread that attaches. */
    private int misses;

    InterruptWire(RemoteCounters counters) {
        this.counters = counters;
    }

    /** Takes over two descriptors, and closes those of before; -1 for none. */
    void attach(int newIrq, int newResample) {
        if (newIrq != NONE) {
            LocalSockets.makeNonBlocking(newResample);
        }
        int oldIrq;
        int oldResample;
        synchronized (this) {
            oldIrq = irq;
            oldResample = resample;
            irq = newIrq;
            resample = newResample;
            signal();
        }
        misses = 0;
        // Not while the card's agent may wait for this object: the system can take its time over a last close.
        discard(oldIrq);
        discard(oldResample);
    }

    void detach() {
        attach(NONE, NONE);
    }

    private static void discard(int descriptor) {
        if (descriptor != NONE) {
            LocalSockets.discard(descriptor);
        }
    }

    /** {@return whether the system has given what interrupts take; without it none is ever signalled} */
    synchronized boolean canSignal() {
        return signal.isOpen();
    }

    /** {@return the descriptor to be watched for acknowledgements, or -1} */
    synchronized int resample() {
        return resample;
    }

    /**
     * The client has acknowledged: empties the descriptor, and asserts again what still is; false when it cannot be read. Only the thread
     * that attaches.
     */
    boolean resampled() {
        int descriptor = resample();
        if (descriptor == NONE) {
            return true;
        }
        long got = NativeCalls.readNow(descriptor, count, Long.BYTES);
        if (got == -NativeCalls.EAGAIN) {
            // Somebody else who shares it has read it; what says again and again that it can be read, and cannot, is none.
            return ++misses < MAX_MISSES;
        }
        misses = 0;
        if (got != Long.BYTES) {
            return false;
        }
        synchronized (this) {
            signal();
        }
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
        if (asserted && irq != NONE && signal.signal(irq)) {
            counters.increment(Counter.INTERRUPTS);
        }
    }

    /** Gives back all descriptors; nothing is signalled from here on. */
    void close() {
        detach();
        synchronized (this) {
            signal.close();
        }
    }
}
