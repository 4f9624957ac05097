package dev.spine.i2o.message;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.table.HardwareResourceTable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Runs of words whose meaning belongs to somebody else: payloads and table entries in records. Any thread. */
public final class Words {
    private Words() {
    }

    /**
     * The words from one index to before another, as far as the frame's size goes.
     *
     * @param frame a checked frame
     * @param first index of the first word
     * @param end index after the last word
     * @return the words
     */
    public static List<Integer> read(MessageFrame frame, int first, int end) {
        List<Integer> words = new ArrayList<>();
        for (int word = first; word < Math.min(end, frame.sizeWords()); word++) {
            words.add(frame.word(word));
        }
        return List.copyOf(words);
    }

    /**
     * An entry of the HRT within a message; what the sender left out is 0.
     *
     * @param frame a checked frame
     * @param field where the entry lies
     * @return the entry
     */
    public static HardwareResourceTable.Entry adapter(MessageFrame frame, Field field) {
        MemorySegment entry = MemorySegment.ofArray(new byte[HardwareResourceTable.Entry.BYTES]);
        int given = Math.clamp(frame.sizeBytes() - (long) field.byteOffset(), 0, HardwareResourceTable.Entry.BYTES);
        if (given > 0) {
            MemorySegment.copy(frame.memory(), frame.offset() + field.byteOffset(), entry, 0, given);
        }
        return HardwareResourceTable.Entry.parse(entry, 0);
    }

    /**
     * Writes words.
     *
     * @param frame a frame that the caller holds
     * @param first index of the first word
     */
    public static void write(MessageFrame frame, int first, List<Integer> words) {
        for (int i = 0; i < words.size(); i++) {
            frame.setWord(first + i, words.get(i));
        }
    }
}
