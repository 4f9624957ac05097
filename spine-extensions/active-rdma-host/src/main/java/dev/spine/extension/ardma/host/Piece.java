package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.host.ReceivedData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One of several questions about an area, and some bytes of an array: those that are written, or the place of those that are read. */
final class Piece {
    final int[] words;
    final byte[] array;
    final int at;
    final int bytes;

    /**
     * A question.
     *
     * @param words what is asked
     * @param array has the bytes, or gets them, on the host's agent
     * @param at the first one's place
     * @param bytes how many, at least 1
     */
    Piece(int[] words, byte[] array, int at, int bytes) {
        this.words = words;
        this.array = array;
        this.at = at;
        this.bytes = bytes;
    }

    /** Takes bytes that have come: {@return whether they are as many as were asked for} */
    boolean take(ReceivedData data) {
        if (data.length() != bytes) {
            return false;
        }
        MemorySegment.copy(data.memory(), ValueLayout.JAVA_BYTE, 0, array, at, bytes);
        return true;
    }

    /** Takes bytes that are in the words of an answer: {@return whether so few are} */
    boolean take(Answer answer) {
        if (bytes > ArdmaProtocol.INLINE_BYTES) {
            return false;
        }
        System.arraycopy(answer.read(bytes), 0, array, at, bytes);
        return true;
    }
}
