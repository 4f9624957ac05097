package dev.spine.device.display;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Box;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.RevocationFence;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** An engine that a test steps by hand: deliveries arrive at once, transfers and fences end when the test says so. */
final class SteppedContext extends AgentContext {
    private record Submitted(DmaEngine engine, Transfer transfer) {
    }

    private final Deque<Submitted> transfers = new ArrayDeque<>();
    private final Deque<HeldFence> fences = new ArrayDeque<>();
    private boolean holdsFences;

    SteppedContext(String path) {
        super(path, 0, 1, costs());
    }

    /** Each operation costs one picosecond, so that a test can count what was charged. */
    private static CostTable costs() {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, 1.0);
        }
        return CostTable.ofCycles(1_000_000_000_000L, cycles);
    }

    long charged() {
        long charged = chargedPs();
        clearCharges();
        return charged;
    }

    int transfersUnderWay() {
        return transfers.size();
    }

    /** Ends the oldest transfer that is under way. */
    void endTransfer() {
        Submitted next = transfers.remove();
        next.engine().run(next.transfer());
        next.transfer().completions().offerOrThrow(next.transfer());
    }

    void endTransfers() {
        while (!transfers.isEmpty()) {
            endTransfer();
        }
    }

    /** From now on a fence that begins is passed only after {@link #passFences}. */
    void holdFences() {
        holdsFences = true;
    }

    void passFences() {
        holdsFences = false;
        fences.forEach(fence -> fence.passed = true);
    }

    @Override
    public long nowNs() {
        return 0;
    }

    @Override
    public void wakeAt(long timeNs) {
        // The test steps whom it wants.
    }

    @Override
    public void wakeMe(DeliveryList<?> list) {
        // The test steps whom it wants.
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        list.offerOrThrow(item);
    }

    @Override
    public void submit(DmaEngine engine, Transfer transfer) {
        transfers.add(new Submitted(engine, transfer));
    }

    @Override
    public void programmedIo(DmaEngine engine, Box target, int bytes) {
        engine.account().control(target, bytes);
    }

    @Override
    public RevocationFence newFence() {
        HeldFence fence = new HeldFence();
        fences.add(fence);
        return fence;
    }

    private final class HeldFence implements RevocationFence {
        private boolean passed = true;

        @Override
        public void begin() {
            passed = !holdsFences;
        }

        @Override
        public boolean isPassed() {
            return passed;
        }
    }
}
