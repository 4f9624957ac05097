package dev.spine.device.disk;

import dev.spine.iop.kernel.KernelRequest;

/** Which requests an abort is about. */
@FunctionalInterface
interface AbortScope {
    /** Whether this request is meant. */
    boolean contains(KernelRequest request);
}
