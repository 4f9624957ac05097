package dev.spine.perf.benchmarks.wire;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/** A path with its sender and its counter, and what it has shown. For one thread. */
final class Trial implements AutoCloseable {
    private static final double HALF = 0.5;
    private static final long SETTLE_NS = 30_000_000;

    private final Path path;
    private final Sender sender;
    private final Counted counted;
    private Figures full = new Figures();
    private Figures half = new Figures();
    private Figures common = new Figures();

    Trial(Spaces spaces, Path path) {
        this.path = path;
        this.sender = new Sender(spaces, path);
        this.counted = new Counted(spaces, path.exit());
    }

    /** A block at full speed, one at half of what came out then, and one at a rate that all paths have in common. */
    void round(long blockNs, double commonRate) {
        block(full, blockNs, 0);
        if (full.blocks() > 0) {
            block(half, blockNs, full.perSecond() * HALF);
        }
        block(common, blockNs, commonRate);
    }

    private void block(Figures figures, long ns, double perSecond) {
        path.start();
        counted.latencies();
        long before = counted.packets();
        PathTime begin = PathTime.now();
        Sender.Sent sent = onThread(() -> sender.send(ns, perSecond));
        settle();
        PathTime time = PathTime.now().since(begin);
        long out = counted.packets() - before;
        path.stop();
        figures.add(sent.packets() + sent.refused(), out, sent.ns(), time, counted.latencies());
    }

    /** Waits until nothing comes out any more; part of the block's processor time, not of its rate. */
    private void settle() {
        long last = -1;
        for (long now = counted.packets(); now != last; now = counted.packets()) {
            last = now;
            LockSupport.parkNanos(SETTLE_NS);
        }
    }

    private static Sender.Sent onThread(Callable<Sender.Sent> work) {
        FutureTask<Sender.Sent> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name("sender").start(task);
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the sender failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while packets were sent", e);
        }
    }

    int disturbed() {
        return full.disturbed() + half.disturbed() + common.disturbed();
    }

    /** Forgets what was seen while the virtual machine warmed up. */
    void forget() {
        full = new Figures();
        half = new Figures();
        common = new Figures();
    }

    String name() {
        return path.name();
    }

    Figures full() {
        return full;
    }

    Figures half() {
        return half;
    }

    Figures common() {
        return common;
    }

    @Override
    public void close() {
        sender.close();
        counted.close();
        path.close();
    }
}
