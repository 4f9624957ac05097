package dev.spine.extension.interfaces.host;

import dev.spine.extension.api.Extension;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.host.library.HostSide;
import dev.spine.iop.engine.RunningTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;

/** Nodes at a switch with the card half of an interface on each. */
final class TestNodes implements AutoCloseable {
    final SimulatedNetwork network;
    final List<NodeAddress> addresses = new ArrayList<>();

    TestNodes(int count, HarnessEngine engine, Class<? extends Extension> cardHalf) {
        network = SimulatedNetwork.of(count, engine, 1, SimulatedCard.with(cardHalf).withoutTrace());
        network.cards().forEach(card -> addresses.add(new NodeAddress(card.hardwareAddress(), card.extension().number())));
    }

    HostSide side(int node) {
        SimulatedCard card = network.card(node);
        return new HostSide(card.runtime(), card.host(), card.hostMemory(), card.tasks());
    }

    /** Runs blocking code on each node at the same time, and waits for all. */
    void onEach(IntConsumer code) {
        int count = addresses.size();
        AtomicReferenceArray<Throwable> failures = new AtomicReferenceArray<>(count);
        List<RunningTask> tasks = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            int number = node;
            tasks.add(network.card(node).tasks().spawn("rank " + node, () -> {
                try {
                    code.accept(number);
                } catch (RuntimeException | Error e) {
                    failures.set(number, e);
                }
            }));
        }
        for (int node = 0; node < count; node++) {
            int number = node;
            network.card(node).tasks().await("the task of node " + node, () -> tasks.get(number).hasEnded());
        }
        for (int node = 0; node < count; node++) {
            Throwable failure = failures.get(node);
            if (failure != null) {
                throw new AssertionError("node " + node + ": " + failure.getMessage(), failure);
            }
        }
    }

    /** What the extensions keep for good is no leak. */
    void acceptHoldings() {
        network.settle();
        network.cards().forEach(card -> card.extension().acceptHoldings());
    }

    @Override
    public void close() {
        network.close();
    }
}
