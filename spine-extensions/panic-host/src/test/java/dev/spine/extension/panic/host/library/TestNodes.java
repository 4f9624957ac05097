package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.panic.card.PanicExtension;
import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.compile.ProgramTooLargeException;
import dev.spine.extension.panic.host.language.PdlText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Nodes at a switch with the VM on each, and a library for each. */
final class TestNodes implements AutoCloseable {
    private static final Path EXAMPLES = Path.of(System.getProperty("spine.root", "../.."), "docs/examples/pdl");
    private static final Duration LOOK = Duration.ofNanos(50_000);
    private static final int MAX_LOOKS = 20_000;
    private static final String PUBLISHED_ADDRESS = "0:0:0:96:221:16:0:2";

    final SimulatedNetwork network;
    final List<PanicCard> cards = new ArrayList<>();

    TestNodes(int count, HarnessEngine engine) {
        network = SimulatedNetwork.of(count, engine, 1, SimulatedCard.with(PanicExtension.class).withoutTrace());
        network.settle();
        network.cards().forEach(card -> card.extension().acceptHoldings());
        network.cards().forEach(card -> cards.add(new PanicCard(
            new HostSide(card.runtime(), card.host(), card.hostMemory(), card.tasks()), card.extension().number())));
    }

    /** The address of a node, as PDL writes it. */
    String address(int node) {
        long address = network.card(node).hardwareAddress();
        StringBuilder octets = new StringBuilder("0:0");
        for (int shift = 40; shift >= 0; shift -= 8) {
            octets.append(':').append(address >>> shift & 0xFF);
        }
        return octets.toString();
    }

    static byte[] compile(String text) {
        try {
            PdlText read = PdlText.read(text);
            return PdlCompiler.compile(read.program().orElseThrow(() -> new IllegalArgumentException(read.findings().toString())));
        } catch (ProgramTooLargeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A program of the documents, whose published address is that of a node. */
    byte[] example(String name, int partner) {
        try {
            return compile(Files.readString(EXAMPLES.resolve(name + ".pdl")).replace(PUBLISHED_ADDRESS, address(partner)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Looks at a host's memory until something holds there: nobody is woken by what a card writes into it. */
    void awaitOn(int node, String what, BooleanSupplier condition) {
        for (int i = 0; i < MAX_LOOKS && !condition.getAsBoolean(); i++) {
            network.card(node).pass(LOOK);
        }
        assertTrue(condition.getAsBoolean(), () -> what + " does not come; " + network.card(node).report());
    }

    void assertRunning() {
        for (SimulatedCard card : network.cards()) {
            assertTrue(card.report().running(), () -> card.report().toString());
        }
    }

    @Override
    public void close() {
        network.close();
    }
}
