package dev.spine.extension.runtime.network;

import org.jspecify.annotations.Nullable;

/** One frame of a stream that is not acknowledged: a message, or a part of the data of the message before it. Preallocated. */
final class OutgoingFrame {
    final int[] words = new int[WireFormat.MESSAGE_WORDS];
    /** Whether it is a message; otherwise a fragment. */
    boolean isMessage;
    /** Where the sender wants the message if it comes back, 0 for nowhere. */
    int returnHandler;
    int dataBytes;
    @Nullable OutgoingData data;
    int offset;
    int bytes;
    /** Whether nobody else needs the data after this frame. */
    boolean isLast;
    long sentNs;
    boolean repeated;
}
