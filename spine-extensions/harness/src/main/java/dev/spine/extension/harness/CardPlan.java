package dev.spine.extension.harness;

import dev.spine.device.disk.store.Store;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.device.wire.fault.WireFaults;
import dev.spine.extension.runtime.limits.InstanceLimits;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated card is to be.
 *
 * @param images what is loaded onto it at first, in order
 * @param peerImages what is loaded onto the peer card; null for no peer
 * @param limits what each instance may hold
 * @param memoryBytes the memory that extensions share
 * @param disk makes what keeps the bytes of the card's disk; null for no disk there
 * @param farDisk makes what keeps the bytes of a disk on an IOP of its own; null for none
 * @param screen the screen's surface, or null for none
 * @param traced whether activations are recorded
 * @param faults what happens to frames that it sends
 * @param listener steps through activations, or null
 */
record CardPlan(List<Image> images, @Nullable List<Image> peerImages, InstanceLimits limits, int memoryBytes,
    @Nullable Supplier<? extends Store> disk, @Nullable Supplier<? extends Store> farDisk, @Nullable SurfaceGeometry screen, boolean traced,
    WireFaults faults, @Nullable StepListener listener) {
    /** The bytes of a jar, and its name. */
    static final class Image {
        private final String name;
        private final byte[] bytes;

        Image(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }

        String name() {
            return name;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    int iops() {
        return 1 + (peerImages == null ? 0 : 1) + (farDisk == null ? 0 : 1) + (screen == null ? 0 : 1);
    }
}
