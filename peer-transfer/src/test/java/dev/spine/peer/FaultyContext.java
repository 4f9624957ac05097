package dev.spine.peer;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.RevocationFence;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** Loses, repeats and corrupts messages that an agent posts on queue pairs, as a broken bus would. Frames are never lost, only messages. */
final class FaultyContext extends AgentContext {
    /** How often something goes wrong, in 1,000 messages. */
    record Rates(int lost, int repeated, int corrupted) {
        static final Rates NONE = new Rates(0, 0, 0);
    }

    private final AgentContext real;
    private Rates rates;
    private final SplittableRandom faults;
    private boolean repeating;
    long lost;
    long repeated;
    long corrupted;

    FaultyContext(AgentContext real, long seed, Rates rates) {
        super(real.path(), real.index(), seed, null);
        this.real = real;
        this.rates = rates;
        this.faults = new SplittableRandom(seed ^ real.index());
    }

    /** Nothing goes wrong any more. */
    void heal() {
        rates = Rates.NONE;
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        // Charges made on this context go nowhere: every delivery costs something instead.
        real.charge(Op.REGISTER_WRITE);
        if (item instanceof Frame frame && frame.queuePair().postList() == list && !repeating && rates != Rates.NONE) {
            post(frame, delayNs);
        } else {
            real.deliver(list, item, delayNs);
        }
    }

    private void post(Frame frame, long delayNs) {
        int dice = faults.nextInt(1000);
        if (dice < rates.lost) {
            lost++;
            real.deliver(frame.queuePair().freeList(), frame, delayNs);
            return;
        }
        dice -= rates.lost;
        if (dice >= 0 && dice < rates.corrupted) {
            corrupt(frame);
        }
        dice -= rates.corrupted;
        real.deliver(frame.queuePair().postList(), frame, delayNs);
        if (dice >= 0 && dice < rates.repeated) {
            repeat(frame);
        }
    }

    private void corrupt(Frame frame) {
        corrupted++;
        MessageFrame view = new MessageFrame();
        view.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        int bytes = Math.clamp(view.sizeBytes(), 4, frame.slotBytes());
        int flips = 1 + faults.nextInt(3);
        for (int i = 0; i < flips; i++) {
            long at = frame.offset() + faults.nextInt(bytes);
            byte old = frame.memory().get(ValueLayout.JAVA_BYTE, at);
            frame.memory().set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 1 << faults.nextInt(8)));
        }
    }

    private void repeat(Frame frame) {
        Frame copy = frame.queuePair().take();
        if (copy != null) {
            repeated++;
            MemorySegment.copy(frame.memory(), frame.offset(), copy.memory(), copy.offset(), frame.slotBytes());
            repeating = true;
            frame.queuePair().post(this, copy);
            repeating = false;
        }
    }

    /** Adds what this context did to the messages of one agent. */
    void count(Tally tally) {
        tally.add("messages lost", lost);
        tally.add("messages repeated", repeated);
        tally.add("messages corrupted", corrupted);
    }

    @Override
    public long nowNs() {
        return real.nowNs();
    }

    @Override
    public void wakeAt(long timeNs) {
        real.wakeAt(timeNs);
    }

    @Override
    public void wakeMe(DeliveryList<?> list) {
        real.wakeMe(list);
    }

    @Override
    public void submit(DmaEngine engine, Transfer transfer) {
        real.submit(engine, transfer);
    }

    @Override
    public void programmedIo(DmaEngine engine, BusAgent target, int bytes) {
        real.programmedIo(engine, target, bytes);
    }

    @Override
    public RevocationFence newFence() {
        return real.newFence();
    }
}
