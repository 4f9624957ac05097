package dev.spine.extension.benchmarks.panic;

import dev.spine.extension.panic.machine.Environment;
import dev.spine.extension.panic.machine.HostTransfer;
import dev.spine.extension.panic.machine.Sending;

/** A card that does everything at once, and nothing of it: it adds up what it is asked. One thread. */
final class QuietCard extends Environment {
    private static final int TICKS = 100;

    private long sum;
    private int clock;

    long sum() {
        return sum;
    }

    /** What each request costs here. */
    int done(int value) {
        sum += value;
        return DONE;
    }

    @Override
    public int transmit(Sending what) {
        return done(what.bytes() + what.at() + what.addressLow() + what.trigger());
    }

    @Override
    public int sendLocal(Sending what) {
        return done(what.bytes() + what.at() + what.program() + what.trigger());
    }

    @Override
    public int deliver(HostTransfer what) {
        return done(what.bytes() + what.at() + what.segment() + what.offset());
    }

    @Override
    public int get(HostTransfer what) {
        return deliver(what);
    }

    @Override
    public int transfersDone() {
        return done(1);
    }

    @Override
    public int setFlag(int flag) {
        return done(flag);
    }

    @Override
    public int testFlag(int flag) {
        return done(flag);
    }

    @Override
    public int clearLock(int lock) {
        return done(lock);
    }

    @Override
    public int testLock(int lock) {
        return done(lock);
    }

    @Override
    public int clock() {
        clock += TICKS;
        return clock;
    }

    @Override
    public void display(int value) {
        done(value);
    }
}
