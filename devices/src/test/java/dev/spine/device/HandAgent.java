package dev.spine.device;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.RevocationFence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A context for an agent that a test steps by hand: the clock stands until the test moves it, deliveries arrive at once or when their
 * delay is over, and DMA is done at once, or when the test says so.
 */
public final class HandAgent extends AgentContext {
    /** When a submitted transfer is carried out. */
    public enum Dma {
        /** Within the submission, as on the live engine. */
        AT_ONCE,
        /** When the test calls {@link HandAgent#runTransfers}. */
        WHEN_NOTIFIED
    }

    private record Late(long timeNs, Runnable offer) {}

    private record Submitted(DmaEngine engine, Transfer transfer) {}

    /** Every operation costs a picosecond, so charges can be seen and time stands still all the same. */
    private static final CostTable COSTS = CostTable.ofCycles(1_000_000_000_000L, costs());

    private final List<Late> late = new ArrayList<>();
    private final Queue<Submitted> submitted = new ArrayDeque<>();
    private final List<HandFence> fences = new ArrayList<>();
    private boolean holdsFences;
    private Dma dma = Dma.AT_ONCE;
    private long nowNs;
    private long wakeAtNs = Long.MAX_VALUE;
    private @Nullable DeliveryList<?> waitsFor;
    private long transfers;
    private final List<String> warnings = new ArrayList<>();

    private HandAgent(String path, int index, @Nullable CostTable costs) {
        super(path, index, 1, costs);
    }

    /**
     * {@return an agent on which time is modelled}
     *
     * @param path its component path
     */
    public static HandAgent modelled(String path) {
        return new HandAgent(path, 0, COSTS);
    }

    /**
     * {@return an agent on which nothing is charged}
     *
     * @param path its component path
     */
    public static HandAgent live(String path) {
        return new HandAgent(path, 0, null);
    }

    private static Map<Op, Double> costs() {
        Map<Op, Double> costs = new EnumMap<>(Op.class);
        Arrays.stream(Op.values()).forEach(op -> costs.put(op, 1.0));
        return costs;
    }

    /**
     * {@return this, with another way of DMA}
     *
     * @param when transfers are carried out
     */
    public HandAgent dma(Dma when) {
        dma = when;
        return this;
    }

    /**
     * Moves the clock and carries out what was delayed until then, in order of time.
     *
     * @param ns at least 0
     */
    public void advance(long ns) {
        nowNs += ns;
        late.sort((a, b) -> Long.compare(a.timeNs, b.timeNs));
        while (!late.isEmpty() && late.getFirst().timeNs <= nowNs) {
            late.removeFirst().offer.run();
        }
    }

    /** Carries out the transfers that were submitted, and delivers them to their completion lists. */
    public void runTransfers() {
        while (!submitted.isEmpty()) {
            runTransfer();
        }
    }

    /** Carries out the oldest transfer that was submitted, and delivers it to its completion list. */
    public void runTransfer() {
        Submitted next = submitted.remove();
        complete(next.engine, next.transfer);
    }

    /** {@return transfers that were submitted and not carried out yet} */
    public int transfersUnderWay() {
        return submitted.size();
    }

    /** From now on a fence of revocations that begins is passed only after {@link #passFences}. */
    public void holdFences() {
        holdsFences = true;
    }

    /** Lets all fences pass, and those that begin later at once. */
    public void passFences() {
        holdsFences = false;
        fences.forEach(fence -> fence.passed = true);
    }

    private void complete(DmaEngine engine, Transfer transfer) {
        transfers++;
        engine.run(transfer);
        transfer.completions().offerOrThrow(transfer);
    }

    /** {@return transfers carried out so far} */
    public long transfers() {
        return transfers;
    }

    /** {@return the lines for whoever runs the system so far} */
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public void warn(String line) {
        warnings.add(line);
    }

    /** {@return picoseconds charged since the last call} */
    public long takeCharges() {
        long charged = chargedPs();
        clearCharges();
        return charged;
    }

    /** {@return the earliest wake-up asked for since the last call, or {@link Long#MAX_VALUE}} */
    public long takeWakeAt() {
        long time = wakeAtNs;
        wakeAtNs = Long.MAX_VALUE;
        return time;
    }

    /** {@return the list that the agent last asked to be woken by, or null} */
    public @Nullable DeliveryList<?> waitsFor() {
        return waitsFor;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void wakeAt(long timeNs) {
        wakeAtNs = Math.min(wakeAtNs, timeNs);
    }

    @Override
    public void wakeMe(DeliveryList<?> list) {
        waitsFor = list;
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        if (delayNs == 0) {
            list.offerOrThrow(item);
        } else {
            late.add(new Late(nowNs + delayNs, () -> list.offerOrThrow(item)));
        }
    }

    @Override
    public void submit(DmaEngine engine, Transfer transfer) {
        if (dma == Dma.AT_ONCE) {
            complete(engine, transfer);
        } else {
            submitted.add(new Submitted(engine, transfer));
        }
    }

    @Override
    public void programmedIo(DmaEngine engine, BusAgent target, int bytes) {
        engine.account().control(target, bytes);
    }

    @Override
    public RevocationFence newFence() {
        HandFence fence = new HandFence();
        fences.add(fence);
        return fence;
    }

    private final class HandFence implements RevocationFence {
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
