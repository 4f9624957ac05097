package dev.spine.extension.store;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;

/** What the extension counts. */
final class StoreCounters {
    final Counter done;
    final Counter failed;
    final Counter malformed;
    final Counter dropped;
    final Counter refused;

    StoreCounters(ExtensionContext context) {
        done = context.counter(StoreProtocol.CHUNKS_DONE);
        failed = context.counter(StoreProtocol.CHUNKS_FAILED);
        malformed = context.counter("packets malformed");
        dropped = context.counter("packets dropped for want of a request or a disk");
        refused = context.counter("orders refused");
    }
}
