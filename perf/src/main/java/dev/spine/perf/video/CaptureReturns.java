package dev.spine.perf.video;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.system.SpineSystem;

/**
 * Completions of the paths on which a packet's receive buffer returns when its bytes are on the screen, or when it was dropped.
 */
final class CaptureReturns {
    private CaptureReturns() {}

    static void report(SpineSystem system, VideoPath.Completions completions) {
        Wire wire = system.wire(VideoSystem.WIRE);
        if (wire instanceof CaptureWire capture) {
            capture.listen(completions::onCompleted);
        }
    }
}
