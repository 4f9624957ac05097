package dev.spine.extension.panic.host.protocol;

import dev.spine.host.driver.HostTimer;
import java.util.ArrayDeque;

/** The host's twin of {@code bucket.pdl}: a timer of the host for each packet that waits. On the host's agent. */
public final class HostBucket {
    private final HostMachine machine;
    private final BucketPlan plan;
    private final HostTimer timer;
    private final ArrayDeque<int[]> waiting = new ArrayDeque<>();
    private long tokens;
    private long lastNs;
    private long sent;
    private long dropped;

    /**
     * A bucket, full.
     *
     * @param machine sends the packets
     * @param plan where they go, and how fast
     */
    public HostBucket(HostMachine machine, BucketPlan plan) {
        this.machine = machine;
        this.plan = plan;
        tokens = plan.depth();
        lastNs = machine.nowNs();
        timer = machine.timer(this::go);
    }

    private void fill() {
        long steps = (machine.nowNs() - lastNs) / plan.stepNs();
        tokens = Math.min(tokens + steps * BucketPlan.STEP_TOKENS, plan.depth());
        lastNs += steps * plan.stepNs();
    }

    private static long bytes(int[] words) {
        return (long) words.length * Integer.BYTES;
    }

    private void send(int[] words) {
        tokens -= bytes(words);
        machine.send(plan.to(), plan.program(), plan.trigger(), words);
        sent++;
    }

    /**
     * Sends a packet when it may leave, behind those that wait.
     *
     * @param words its payload, at most 370, and no more bytes than the bucket's depth
     * @return false when {@value Bucket#PLACES} wait: try again later
     */
    public boolean put(int... words) {
        if (!plan.fits(words.length * Integer.BYTES)) {
            throw new IllegalArgumentException("a packet of " + bytes(words) + " bytes can never leave");
        }
        if (waiting.size() == Bucket.PLACES) {
            return false;
        }
        waiting.add(words.clone());
        go();
        return true;
    }

    private void go() {
        fill();
        while (!waiting.isEmpty() && bytes(waiting.getFirst()) <= tokens) {
            send(waiting.removeFirst());
        }
        if (!waiting.isEmpty()) {
            long missing = bytes(waiting.getFirst()) - tokens;
            timer.set(lastNs + Math.ceilDiv(missing, BucketPlan.STEP_TOKENS) * plan.stepNs());
        }
    }

    /**
     * Has a packet leave at once, or not at all.
     *
     * @param words its payload, at most 370
     */
    public void police(int... words) {
        fill();
        if (bytes(words) <= tokens) {
            send(words);
        } else {
            dropped++;
        }
    }

    /** {@return packets that have left} */
    public long sent() {
        return sent;
    }

    /** {@return packets that were dropped} */
    public long dropped() {
        return dropped;
    }
}
