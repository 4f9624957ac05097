package dev.spine.i2o;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.StringJoiner;

/** Frames for tests. */
public final class Frames {
    /** Bytes of the slots that these frames lie in. */
    public static final int SLOT_BYTES = 512;

    private Frames() {
    }

    /** A view of an empty slot of 512 bytes. */
    public static MessageFrame slot() {
        return slot(SLOT_BYTES);
    }

    /** A view of an empty slot. */
    public static MessageFrame slot(int bytes) {
        MessageFrame frame = new MessageFrame();
        frame.wrap(MemorySegment.ofArray(new byte[bytes]), 0, bytes);
        return frame;
    }

    /** A frame of words in hexadecimal, as the worked examples print them. */
    public static MessageFrame ofWords(String words) {
        MessageFrame frame = slot();
        String[] parts = words.strip().split("\\s+");
        for (int i = 0; i < parts.length; i++) {
            frame.setWord(i, HexFormat.fromHexDigits(parts[i]));
        }
        return frame;
    }

    /** The words of a frame as far as its size goes. */
    public static String words(MessageFrame frame) {
        StringJoiner words = new StringJoiner(" ");
        for (int i = 0; i < frame.sizeWords(); i++) {
            words.add(String.format(Locale.ROOT, "%08X", frame.word(i)));
        }
        return words.toString();
    }

    /** A slot of random bytes whose size field is possible. */
    public static MessageFrame random(Random random) {
        MessageFrame frame = slot();
        for (int i = 0; i < SLOT_BYTES / Integer.BYTES; i++) {
            frame.setWord(i, random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt());
        }
        int words = MessageFrame.MIN_WORDS + Seeded.edgy(random, SLOT_BYTES / Integer.BYTES - MessageFrame.MIN_WORDS + 1);
        frame.resize(words);
        return frame;
    }
}
