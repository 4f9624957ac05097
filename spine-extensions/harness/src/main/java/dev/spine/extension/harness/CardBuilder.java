package dev.spine.extension.harness;

import dev.spine.device.disk.store.MemoryStore;
import dev.spine.device.disk.store.Store;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.device.wire.fault.WireFaults;
import dev.spine.extension.api.Extension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says what a simulated card is to be. Without more words it runs on the modelled engine, records activations, and has a wire to the test,
 * but neither disk nor screen nor peer. One thread at a time.
 */
public final class CardBuilder {
    private static final int MEMORY_BYTES = 1 << 20;

    private final List<CardPlan.Image> images = new ArrayList<>();
    private @Nullable List<CardPlan.Image> peerImages;
    private InstanceLimits limits = InstanceLimits.STANDARD;
    private HarnessEngine engine = HarnessEngine.MODELLED;
    private long seed = 1;
    private @Nullable Supplier<? extends Store> disk;
    private @Nullable Supplier<? extends Store> farDisk;
    private @Nullable SurfaceGeometry screen;
    private boolean traced = true;
    private WireFaults faults = WireFaults.NONE;
    private @Nullable StepListener listener;

    CardBuilder() {}

    /**
     * Loads an extension: the classes of its package, as they are packed into a jar.
     *
     * @param entry the class that implements {@code Extension}; its package holds nothing else than the extension
     * @return this
     */
    public CardBuilder with(Class<? extends Extension> entry) {
        images.add(packed(entry));
        return this;
    }

    /**
     * Loads an extension from its jar.
     *
     * @param jar as it would be given to {@code spine ext load}
     * @return this
     */
    public CardBuilder with(Path jar) {
        images.add(read(jar));
        return this;
    }

    static CardPlan.Image packed(Class<? extends Extension> entry) {
        return new CardPlan.Image(entry.getSimpleName(), PackagedExtension.image(entry.getSimpleName(), entry));
    }

    static CardPlan.Image read(Path jar) {
        try {
            return new CardPlan.Image(String.valueOf(jar.getFileName()), Files.readAllBytes(jar));
        } catch (IOException e) {
            throw new UncheckedIOException("the jar " + jar + " cannot be read", e);
        }
    }

    /**
     * Adds another card to the node, with a runtime and an extension, for messages between cards.
     *
     * @param entry the extension's entry
     * @return this
     */
    public CardBuilder peer(Class<? extends Extension> entry) {
        List<CardPlan.Image> there = peerImages == null ? new ArrayList<>() : peerImages;
        peerImages = there;
        there.add(packed(entry));
        return this;
    }

    /**
     * Adds a disk to the card, in memory.
     *
     * @param bytes its capacity, a multiple of 512
     * @return this
     */
    public CardBuilder disk(long bytes) {
        return disk(() -> MemoryStore.ofBytes(bytes));
    }

    /**
     * Adds a disk to the card, whose bytes are kept as the test likes: to see what survives a loss of power, or what a disk that fails
     * does.
     *
     * @param store makes what keeps them, once for each card
     * @return this
     */
    public CardBuilder disk(Supplier<? extends Store> store) {
        this.disk = store;
        this.farDisk = null;
        return this;
    }

    /**
     * Adds a disk on an IOP of its own to the node, in place of one on the card: the card reaches it as a peer, and it can be reset alone.
     *
     * @param store makes what keeps its bytes
     * @return this
     */
    public CardBuilder farDisk(Supplier<? extends Store> store) {
        this.farDisk = store;
        this.disk = null;
        return this;
    }

    /**
     * Adds a card with a screen to the node.
     *
     * @param width pixels of a line
     * @param height lines
     * @param format how pixels lie
     * @return this
     */
    public CardBuilder screen(int width, int height, PixelFormat format) {
        this.screen = SurfaceGeometry.packed(width, height, format);
        return this;
    }

    /**
     * Says what each extension may hold and use; without it, {@link InstanceLimits#STANDARD}.
     *
     * @param each the limits
     * @return this
     */
    public CardBuilder limits(InstanceLimits each) {
        this.limits = each;
        return this;
    }

    /**
     * Says what runs the card; without it, {@link HarnessEngine#MODELLED}.
     *
     * @param what the engine
     * @return this
     */
    public CardBuilder on(HarnessEngine what) {
        this.engine = what;
        return this;
    }

    /**
     * Sets the seed of all random streams; without it, 1.
     *
     * @param value any
     * @return this
     */
    public CardBuilder seed(long value) {
        this.seed = value;
        return this;
    }

    /**
     * Records no activations: for tests of many.
     *
     * @return this
     */
    public CardBuilder withoutTrace() {
        this.traced = false;
        return this;
    }

    /**
     * Steps through every activation. On the modelled engine.
     *
     * @param each called at each step
     * @return this
     */
    public CardBuilder stepping(StepListener each) {
        this.listener = each;
        return this;
    }

    /**
     * Has the wire lose, repeat, delay or damage frames that the card sends; the seed says which.
     *
     * @param sent how often; at first {@link WireFaults#NONE}
     * @return this
     */
    public CardBuilder faults(WireFaults sent) {
        this.faults = sent;
        return this;
    }

    CardPlan plan() {
        return new CardPlan(List.copyOf(images), peerImages == null ? null : List.copyOf(peerImages), limits, MEMORY_BYTES, disk, farDisk,
            screen, traced || listener != null, faults, listener);
    }

    /**
     * Builds the card, boots its node, and loads what was asked for.
     *
     * @return the card; to be closed
     * @throws dev.spine.extension.host.ExtensionRefusedException when an extension is refused; its message is the verdict
     * @throws IllegalStateException when activations are to be stepped through on the live engine
     */
    public SimulatedCard start() {
        if (listener != null && engine == HarnessEngine.LIVE) {
            throw new IllegalStateException("activations are stepped through on the modelled engine: the live one does not wait");
        }
        return new Machine(engine, seed, List.of(plan())).cards().getFirst();
    }
}
