package dev.spine.extension.panic.host.protocol;

import dev.spine.device.wire.fault.WireFaults;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.panic.card.PanicExtension;
import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.host.driver.HostCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Nodes at a crossbar in virtual time. Each has the VM on its card, or none: then packets of PANIC go to programs of its host. */
final class ProtocolNodes implements AutoCloseable {
    private final SimulatedNetwork network;

    /** Nodes whose wires lose so many of 1,000 frames, and repeat as many. */
    ProtocolNodes(int count, long seed, int losing) {
        network = SimulatedNetwork.atCrossbar(count, seed, SimulatedCard.with(PanicExtension.class).withoutTrace()
            .faults(WireFaults.builder().lost(losing / 1_000.0).repeated(losing / 1_000.0).build()));
        network.settle();
        network.cards().forEach(card -> card.extension().acceptHoldings());
    }

    SimulatedCard node(int index) {
        return network.card(index);
    }

    int count() {
        return network.cards().size();
    }

    long address(int node) {
        return node(node).hardwareAddress();
    }

    /** A library for the programs of a card. */
    PanicCard library(int index) {
        SimulatedCard card = node(index);
        return new PanicCard(new HostSide(card.runtime(), card.host(), card.hostMemory(), card.tasks()), card.extension().number());
    }

    /** Takes the VM off the card, and has the host run programs. */
    HostMachine host(int index) {
        node(index).extension().unload();
        return sender(index);
    }

    /** A machine of a host whose card has the VM: it sends, and gets nothing. */
    HostMachine sender(int index) {
        SimulatedCard card = node(index);
        return new HostMachine(card.host(), card.lan());
    }

    /** Does something on a host's agent. */
    void on(int index, Runnable what) {
        node(index).tasks().run(what);
    }

    <T> T from(int index, Supplier<T> what) {
        return node(index).tasks().call(what);
    }

    void pass(Duration time) {
        network.card(0).pass(time);
    }

    void settle() {
        network.settle();
    }

    /** Messages and interrupts of a host. */
    record Load(long messages, long interrupts) {
        Load since(Load before) {
            return new Load(messages - before.messages, interrupts - before.interrupts);
        }
    }

    Load load(int index) {
        HostCounters counters = node(index).host().counters();
        return new Load(counters.messages(), counters.get(HostCounters.Counter.INTERRUPTS));
    }

    List<Load> loads() {
        List<Load> all = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            all.add(load(i));
        }
        return all;
    }

    /** The value that so many of a hundred do not exceed. */
    static long percentile(long[] values, int percent) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    @Override
    public void close() {
        network.close();
    }
}
