package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Offload;
import org.jspecify.annotations.Nullable;

/**
 * Frames of this card that leave by its own wire and wait for an activation with fuel enough for the stages: gathered as a batch of another
 * card is, one after the other. Its memory is taken when it is needed and given back when its frames are gone.
 */
final class OwnBatch {
    private static final int ALIGN = 8;

    private final ExtensionContext context;
    private final int bytes;
    private @Nullable Buffer memory;
    private int end;

    OwnBatch(ExtensionContext context, int bytes) {
        this.context = context;
        this.bytes = bytes;
    }

    /** {@return whether a buffer is this batch's} */
    boolean is(Buffer load) {
        return load == memory;
    }

    /** {@return where its frames end} */
    int end() {
        return end;
    }

    /** {@return its memory with room for a frame, or null when there is none} */
    @Nullable Buffer room(int frameBytes) {
        if (memory == null) {
            memory = context.allocate(bytes);
            end = 0;
        }
        return end + RouterProtocol.FRAME_HEADER + (frameBytes + ALIGN - 1 & -ALIGN) > bytes ? null : memory;
    }

    /** Takes a copy of a complete frame; {@link #room} was there. */
    void add(Buffer into, Buffer frame, int offset, int frameBytes, int ingressPort) {
        into.put64(end, (long) frameBytes << Integer.SIZE | ingressPort);
        into.put64(end + RouterProtocol.FRAME_OFFLOAD, Offload.NONE);
        into.copyFrom(end + RouterProtocol.FRAME_HEADER, frame, offset, frameBytes);
        end += RouterProtocol.FRAME_HEADER + (frameBytes + ALIGN - 1 & -ALIGN);
    }

    /** Its frames are gone, and its memory was released. */
    void forget() {
        memory = null;
        end = 0;
    }
}
