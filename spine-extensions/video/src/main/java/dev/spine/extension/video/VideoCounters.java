package dev.spine.extension.video;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;

/** What the extension counts, over all windows. */
final class VideoCounters {
    final Counter drawn;
    final Counter malformed;
    final Counter lost;
    final Counter outside;
    final Counter noWindow;
    final Counter noTransfer;
    final Counter converted;
    final Counter refused;
    final Counter kept;
    final Counter paused;

    VideoCounters(ExtensionContext context) {
        drawn = context.counter("packets drawn");
        malformed = context.counter("packets malformed");
        lost = context.counter("packets lost before the card");
        outside = context.counter("packets wholly outside their window");
        noWindow = context.counter("packets without a window");
        noTransfer = context.counter("packets dropped for want of a transfer");
        converted = context.counter("packets converted on the card");
        refused = context.counter("orders refused");
        kept = context.counter("packets kept while their window moved");
        paused = context.counter("packets dropped while their window moved");
    }
}
