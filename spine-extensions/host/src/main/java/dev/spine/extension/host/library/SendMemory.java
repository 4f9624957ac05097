package dev.spine.extension.host.library;

import dev.spine.host.driver.HostMemory;
import dev.spine.iop.bus.Region;
import java.util.ArrayDeque;

/**
 * Memory of the host that takes data on their way to a card. What has come back is given again, as new memory costs more than what a card
 * does with it: it is zeroed page after page. On the host's agent.
 */
final class SendMemory {
    /** Of what has come back, so many are kept: the oldest makes room for the newest. */
    private static final int MAX_KEPT = 8;
    private static final int MIN_BYTES = 1_024;

    private final HostMemory memory;
    private final ArrayDeque<Region> kept = new ArrayDeque<>();

    SendMemory(HostMemory memory) {
        this.memory = memory;
    }

    /** {@return memory for some bytes, at least 1; what is in it has no meaning} */
    Region take(int bytes) {
        // A power of two: what one message has used fits most others of about its size.
        long room = Math.max(MIN_BYTES, (long) Integer.highestOneBit(bytes - 1) << 1);
        for (Region region : kept) {
            if (region.length() == room) {
                kept.remove(region);
                return region;
            }
        }
        return memory.allocate("data of an interface", room);
    }

    /** No card uses it any more. */
    void release(Region region) {
        if (kept.size() == MAX_KEPT) {
            memory.free(kept.removeFirst());
        }
        kept.addLast(region);
    }

    /** Keeps nothing. */
    void clear() {
        kept.forEach(memory::free);
        kept.clear();
    }
}
