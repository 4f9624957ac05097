package dev.spine.extension.harness;

import dev.spine.extension.api.Extension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.kernel.KernelClient;
import dev.spine.extension.host.kernel.LanPacketPort;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostMemory;
import dev.spine.iop.engine.Tasks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A card with a runtime, in a node with a host, for tests of extensions: they are loaded as they are onto any card, by the host, verified
 * and metered.
 *
 * <pre>{@code
 * try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
 *     card.receive(UdpFrame.of(card.hardwareAddress(), 7000, "hello"));
 *     card.settle();
 *     assertEquals(1, card.extension().counter("packets"));
 * }
 * }</pre>
 *
 * <p>{@link #close} fails the test when an extension was stopped and nobody asked why, or still holds what it has taken since its start.
 * Used by the test's own thread.
 */
public final class SimulatedCard implements AutoCloseable {
    private final Machine machine;
    private final SimulatedNode node;

    SimulatedCard(Machine machine, SimulatedNode node) {
        this.machine = machine;
        this.node = node;
    }

    /**
     * Begins a card with an extension.
     *
     * @param entry the class that implements {@code Extension}; its package holds nothing else than the extension
     * @return a builder
     */
    public static CardBuilder with(Class<? extends Extension> entry) {
        return new CardBuilder().with(entry);
    }

    /**
     * Begins a card with an extension from its jar.
     *
     * @param jar as it would be given to {@code spine ext load}
     * @return a builder
     */
    public static CardBuilder with(Path jar) {
        return new CardBuilder().with(jar);
    }

    /** {@return a builder of a card without an extension} */
    public static CardBuilder empty() {
        return new CardBuilder();
    }

    SimulatedNode node() {
        return node;
    }

    // --- the host

    /** {@return the host's client of the card's runtime, for libraries of the host that a test is about} */
    public RuntimeClient runtime() {
        return node.card().client();
    }

    /**
     * {@return the runtime on the host, which takes the packets that the extensions on the card let pass} It is there from the first call
     * on, and its extensions are peers of those of the cards; who compares what an extension does at both places loads it there and not
     * onto the card.
     */
    public KernelClient kernel() {
        return node.kernel();
    }

    /**
     * {@return the host's port of the card's LAN, for programs of the host that send packets and take those that the extensions on the card
     * let pass} It is open from the first call on; the {@linkplain #kernel runtime on the host} has the same one.
     */
    public LanPacketPort lan() {
        return node.lan();
    }

    /** {@return the host's agent} */
    public HostAgent host() {
        return node.host();
    }

    /** {@return the host's memory} */
    public HostMemory hostMemory() {
        return node.memory();
    }

    /** {@return the way for blocking code to work with the host's agent} */
    public Tasks tasks() {
        return node.tasks();
    }

    // --- extensions

    /** {@return the extension that was loaded first} */
    public LoadedExtension extension() {
        return extension(0);
    }

    /**
     * {@return an extension}
     *
     * @param index 0 for the one that was loaded first
     */
    public LoadedExtension extension(int index) {
        return node.card().loaded().get(index);
    }

    /**
     * Loads one more extension.
     *
     * @param entry its entry
     * @return the extension
     * @throws dev.spine.extension.host.ExtensionRefusedException when it is refused; the message is the verdict
     */
    public LoadedExtension load(Class<? extends Extension> entry) {
        CardPlan.Image image = CardBuilder.packed(entry);
        return node.card().load(image.name(), image.bytes());
    }

    /**
     * {@return an extension of the peer card}
     *
     * @param index 0 for the one that was loaded first
     * @throws IllegalStateException when the node has no peer card
     */
    public LoadedExtension peerExtension(int index) {
        return peer().loaded().get(index);
    }

    /** {@return the IOP_ID by which an extension of this card reaches the peer card} */
    public int peerIopId() {
        return node.iopId(peer().driver());
    }

    /** {@return the TID of the peer card's runtime} */
    public int peerTid() {
        return peer().tid();
    }

    /** {@return the IOP_ID by which an extension on the peer card or on the host reaches this card} */
    public int cardIopId() {
        return node.iopId(node.card().driver());
    }

    /** {@return the TID of this card's runtime} */
    public int cardTid() {
        return node.card().tid();
    }

    private SimulatedRuntime peer() {
        return present(node.peer(), "peer card", "peer(...)");
    }

    private static <T> T present(@Nullable T part, String what, String how) {
        if (part == null) {
            throw new IllegalStateException("this card has no " + what + ": build it with " + how);
        }
        return part;
    }

    // --- messages of and to the host

    /**
     * Sends a small message from the host to the first extension.
     *
     * @param handler the handler's number, 1 to 255
     * @param words at most 12 user words
     */
    public void send(int handler, int... words) {
        extension().send(handler, words);
    }

    /**
     * Waits for a message to the host.
     *
     * @param handler the host's handler that it names
     * @return the first that was not taken yet
     * @throws AssertionError when none ever comes
     */
    public HostMessage awaitHostMessage(int handler) {
        return node.card().awaitMessage(handler);
    }

    /**
     * Waits for a message of the peer card to the host.
     *
     * @param handler the host's handler that it names
     * @return the first that was not taken yet
     * @throws AssertionError when none ever comes
     */
    public HostMessage awaitHostMessageOfPeer(int handler) {
        return peer().awaitMessage(handler);
    }

    /** {@return the messages to the host that have arrived and were not taken yet} */
    public List<HostMessage> hostMessages() {
        return node.card().takeMessages();
    }

    // --- the wire

    /** {@return the hardware address of the card's wire, low 48 bits} */
    public long hardwareAddress() {
        return node.hardwareAddress();
    }

    /**
     * Lets a frame arrive from the wire. It is at the card when the test waits or settles next.
     *
     * @param frame from its MAC header on, 14 to 1514 bytes; the card takes it when it is addressed to it, see {@link UdpFrame}
     */
    public void receive(byte[] frame) {
        machine.inject(frame);
    }

    /** {@return the frames that cards have sent to the test's end of the wire and that were not taken yet} */
    public List<byte[]> sentFrames() {
        return machine.takeReceived();
    }

    /**
     * Waits for frames at the test's end of the wire.
     *
     * @param atLeast how many that were not taken yet
     */
    public void awaitSentFrames(int atLeast) {
        machine.awaitReceived(atLeast);
    }

    // --- other devices

    /** {@return the card's disk} */
    public CardDisk disk() {
        return present(node.disk(), "disk", "disk(...)");
    }

    /** {@return the node's screen} */
    public CardScreen screen() {
        return present(node.screen(), "screen", "screen(...)");
    }

    // --- time

    /** Lets everything happen that is in flight. Timers that are further away than a few milliseconds stay set. */
    public void settle() {
        machine.settle();
    }

    /**
     * Lets time pass: virtual on the modelled engine, real on the live one.
     *
     * @param time how much
     */
    public void pass(Duration time) {
        node.pass(time.toNanos());
    }

    /** Resets the card and brings it back, as an administrator does: what was loaded onto it is gone. */
    public void restart() {
        node.restart();
    }

    // --- what happened

    /** {@return the recorded activations of this card's extensions, oldest first; those of its peer card are among the peer's} */
    public List<Activation> activations() {
        return node.card().activations();
    }

    /** {@return the recorded activations as text} */
    public String trace() {
        return node.card().traceText();
    }

    /** {@return the recorded activations of the peer card as text} */
    public String peerTrace() {
        return peer().traceText();
    }

    /** {@return the first extension as it stands} */
    public InstanceReport report() {
        return extension().report();
    }

    /**
     * Ends the test: lets everything come to rest, checks what is left, and closes the card.
     *
     * @throws LeakError with what speaks against the end
     */
    @Override
    public void close() {
        machine.closeAndCheck();
    }
}
