package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import org.jspecify.annotations.Nullable;

/** A message that waits for its handler on this card: local sends are queued, never nested. Preallocated. */
final class MessageSlot {
    final int[] words = new int[Message.WORDS];
    Message.Kind kind = Message.Kind.SMALL;
    Route source = Route.NOWHERE;
    int user;
    int instance;
    int handler;
    @Nullable Surface surface;
    @Nullable Store store;
    @Nullable Lease lease;
}
