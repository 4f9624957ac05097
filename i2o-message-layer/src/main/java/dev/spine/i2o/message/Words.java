package dev.spine.i2o.message;

import dev.spine.i2o.MessageFrame;
import java.util.ArrayList;
import java.util.List;

/** Runs of words whose meaning belongs to somebody else: payloads in records. */
final class Words {
    private Words() {
    }

    /** The words from {@code first} to before {@code end}, as far as the frame's size goes. */
    static List<Integer> read(MessageFrame frame, int first, int end) {
        List<Integer> words = new ArrayList<>();
        for (int word = first; word < Math.min(end, frame.sizeWords()); word++) {
            words.add(frame.word(word));
        }
        return List.copyOf(words);
    }

    static void write(MessageFrame frame, int first, List<Integer> words) {
        for (int i = 0; i < words.size(); i++) {
            frame.setWord(first + i, words.get(i));
        }
    }
}
