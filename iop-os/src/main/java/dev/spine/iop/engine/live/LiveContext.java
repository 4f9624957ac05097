package dev.spine.iop.engine.live;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.GuestCode;
import dev.spine.iop.engine.RevocationFence;
import dev.spine.iop.engine.ThreadLostError;
import dev.spine.iop.engine.WorkerThread;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An agent's view of the live engine: deliveries are offers, DMA is done at once, nobody is woken. Extended only for a tap, which is not
 * even loaded where there is none.
 */
class LiveContext extends AgentContext {
    private static final SecureRandom SECRETS = new SecureRandom();

    private final LiveThread thread;
    private final HeldDeliveries held = new HeldDeliveries();
    private final CopyOnWriteArrayList<GuestCode> guests = new CopyOnWriteArrayList<>();
    private boolean sleeper;
    private boolean renewable;
    /** Threads that were given up and may still come here. */
    private final Set<Thread> lost = ConcurrentHashMap.newKeySet();
    /** Whether there are any: read before each effect, written before the watchdog takes the thread's stack. */
    private boolean guarded;

    LiveContext(String path, int index, long seed, LiveThread thread) {
        super(path, index, seed, null);
        this.thread = thread;
    }

    LiveThread thread() {
        return thread;
    }

    HeldDeliveries held() {
        return held;
    }

    @Override
    public void sleepUntilDelivery() {
        sleeper = true;
    }

    /** Whether the agent is interrupt-driven. */
    boolean isSleeper() {
        return sleeper;
    }

    @Override
    public void wakeFromOutside() {
        thread.sleeper().call();
    }

    @Override
    protected void bound(DeliveryList<?> list) {
        if (sleeper) {
            thread.sleeper().listenTo(list);
        }
    }

    @Override
    public long nowNs() {
        return thread.nowNs();
    }

    @Override
    public long readClockNs() {
        return thread.readClockNs();
    }

    @Override
    public long processorNs() {
        return ProcessorTime.ofThisThreadNs();
    }

    @Override
    public void wakeAt(long timeNs) {
        assert thread.mayAct() : outside();
        thread.wakeAt(timeNs);
    }

    @Override
    public void wakeMe(DeliveryList<?> list) {
        // Agents poll on this engine, and a thread never parks for longer than its idle policy's bound. One that sleeps looks again soon:
        // a frame that returns causes no interrupt.
        if (sleeper) {
            thread.wakeAt(thread.nowNs() + Sleeper.FRAME_POLL_NS);
        }
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        if (guarded) {
            refuseLost();
        }
        assert thread.mayAct() : outside();
        if (delayNs <= 0) {
            list.offerOrThrow(item);
        } else {
            held.hold(list, item, thread.nowNs() + delayNs);
            thread.held++;
        }
    }

    @Override
    public void submit(DmaEngine engine, Transfer transfer) {
        if (guarded) {
            refuseLost();
        }
        assert thread.mayAct() : outside();
        thread.fenceBeforeDma();
        engine.run(transfer);
        transfer.completions().offerOrThrow(transfer);
    }

    @Override
    public void programmedIo(DmaEngine engine, BusAgent target, int bytes) {
        if (guarded) {
            refuseLost();
        }
        assert thread.mayAct() : outside();
        engine.enterProgrammedIo(target, bytes);
    }

    /** The seed of a live run is no secret, and its streams go on from any number that they have given. */
    @Override
    public long secret() {
        return SECRETS.nextLong();
    }

    @Override
    public WorkerThread workerThread() {
        return thread.engine().workerThread();
    }

    // --- code of others

    @Override
    public void addGuests(GuestCode code) {
        guests.add(code);
    }

    @Override
    public void removeGuests(GuestCode code) {
        guests.remove(code);
    }

    List<GuestCode> guests() {
        return guests;
    }

    /** Whether the agent can go on on another thread. */
    boolean isRenewable() {
        return renewable;
    }

    void renewable(boolean can) {
        renewable = can;
    }

    /** A thread of this agent was given up: it has no effect any more. */
    void guard(Thread gone) {
        lost.add(gone);
        guarded = true;
    }

    /** It has ended. On the agent's thread. */
    void unguard(Thread gone) {
        lost.remove(gone);
        guarded = !lost.isEmpty();
    }

    private void refuseLost() {
        if (lost.contains(Thread.currentThread())) {
            throw new ThreadLostError();
        }
    }

    @Override
    public void warn(String line) {
        thread.engine().warn(path() + ": " + line);
    }

    private String outside() {
        return "'" + path() + "' acts on thread '" + Thread.currentThread().getName() + "': use Tasks.call to act for it";
    }

    @Override
    public RevocationFence newFence() {
        return thread.engine().newFence(thread);
    }
}
