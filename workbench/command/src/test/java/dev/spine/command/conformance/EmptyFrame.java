package dev.spine.command.conformance;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.MessageKind;
import java.lang.foreign.MemorySegment;

/** Frames of zeros. */
final class EmptyFrame {
    private static final int BYTES = 512;

    private EmptyFrame() {
    }

    static MessageFrame of(MessageKind<?> kind) {
        MessageFrame frame = new MessageFrame();
        frame.wrap(MemorySegment.ofArray(new byte[BYTES]), 0, BYTES);
        frame.header(Math.max(MessageFrame.HEADER_WORDS, kind.minWords()), 0, 0, Math.max(0, kind.function()), 1, 2);
        return frame;
    }
}
