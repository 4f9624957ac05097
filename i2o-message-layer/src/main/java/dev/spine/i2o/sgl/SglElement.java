package dev.spine.i2o.sgl;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Octets;
import java.util.ArrayList;
import java.util.List;

/**
 * One element of a scatter-gather list as a value: for records, tests and people.
 *
 * <p>{@link #readAll} takes a list from a frame as it stands: chains are shown, not followed, and a type that nobody supports is kept as
 * {@link Other}.
 */
public sealed interface SglElement {
    /**
     * The first word.
     *
     * @return flags [31:24] and count [23:0]
     */
    int firstWord();

    /**
     * A run of memory.
     *
     * @param flags the element's flags, {@link SglFlags}; context units 0 or 1
     * @param byteCount bytes, 0 to {@link SglFlags#MAX_COUNT}
     * @param context the buffer's context; 0 if the flags announce none
     * @param address bus address
     */
    record Simple(int flags, int byteCount, int context, int address) implements SglElement {
        /**
         * A buffer of one run that the target writes into.
         *
         * @param address bus address
         * @param byteCount bytes
         * @return the element, ending its buffer
         */
        public static Simple into(int address, int byteCount) {
            return new Simple(SglFlags.SIMPLE | SglFlags.END_OF_BUFFER, byteCount, 0, address);
        }

        /**
         * A buffer of one run that the target reads from.
         *
         * @param address bus address
         * @param byteCount bytes
         * @return the element, ending its buffer
         */
        public static Simple from(int address, int byteCount) {
            return new Simple(SglFlags.SIMPLE | SglFlags.END_OF_BUFFER | SglFlags.FROM_BUFFER, byteCount, 0, address);
        }

        /**
         * The same buffer with a context.
         *
         * @param newContext the caller's cookie for the buffer
         * @return the element with one unit of context
         */
        public Simple withContext(int newContext) {
            return new Simple(flags & ~SglFlags.CONTEXT_UNITS | 1, byteCount, newContext, address);
        }

        @Override
        public int firstWord() {
            return flags << 24 | byteCount;
        }
    }

    /**
     * The list continues elsewhere.
     *
     * @param byteCount bytes of the fragment
     * @param address bus address of the fragment
     */
    record Chain(int byteCount, int address) implements SglElement {
        @Override
        public int firstWord() {
            return SglFlags.CHAIN << 24 | byteCount;
        }
    }

    /**
     * Data inside the list, as a buffer of its own.
     *
     * @param data the bytes
     */
    record Immediate(Octets data) implements SglElement {
        @Override
        public int firstWord() {
            return (SglFlags.IMMEDIATE | SglFlags.END_OF_BUFFER) << 24 | data.size();
        }
    }

    /**
     * Anything else; the list is not read beyond it.
     *
     * @param firstWord flags and count as they stand
     */
    record Other(int firstWord) implements SglElement {
    }

    /**
     * Reads the elements of a frame.
     *
     * @param frame a checked frame
     * @param firstWord word index of the first element; below the header for no list
     * @return the elements up to the last, the end of the message, a chain, or the first that is cut or not one of the kinds above (which
     *     is an {@link Other})
     */
    static List<SglElement> readAll(MessageFrame frame, int firstWord) {
        int word = firstWord;
        List<SglElement> elements = new ArrayList<>();
        boolean more = word >= MessageFrame.MIN_WORDS;
        while (more && word < frame.sizeWords()) {
            SglElement element = read(frame, word);
            elements.add(element);
            boolean last = (frame.word(word) >>> 24 & SglFlags.LAST) != 0;
            more = !last && !(element instanceof Other) && !(element instanceof Chain);
            word += words(element);
        }
        return List.copyOf(elements);
    }

    private static SglElement read(MessageFrame frame, int word) {
        int first = frame.word(word);
        int flags = first >>> 24;
        int byteCount = first & SglFlags.MAX_COUNT;
        int left = frame.sizeWords() - word;
        int type = flags & SglFlags.TYPE_MASK;
        if ((type & ~(SglFlags.END_OF_BUFFER | SglFlags.LOCAL_ADDRESS | SglFlags.FROM_BUFFER)) == SglFlags.SIMPLE) {
            int units = flags & SglFlags.CONTEXT_UNITS;
            if (units <= 1 && left >= 2 + units) {
                return new Simple(flags & ~SglFlags.LAST, byteCount, units == 1 ? frame.word(word + 1) : 0, frame.word(word + 1 + units));
            }
        } else if (type == SglFlags.CHAIN && left >= 2 && (flags & SglFlags.CONTEXT_UNITS) == 0) {
            return new Chain(byteCount, frame.word(word + 1));
        } else if (type == (SglFlags.IMMEDIATE | SglFlags.END_OF_BUFFER) && (flags & SglFlags.CONTEXT_UNITS) == 0
            && left >= 1 + (byteCount + 3) / Integer.BYTES) {
            return new Immediate(Octets.read(frame.memory(), frame.offset() + (word + 1L) * Integer.BYTES, byteCount));
        }
        return new Other(first);
    }

    /**
     * Writes elements into a frame; the last one is marked as the last if it describes data.
     *
     * @param frame a frame that the caller holds and whose slot is large enough: {@link #words(List)} says how much is needed
     * @param firstWord word index of the first element
     * @param elements the elements; {@link Other} is written as its first word
     */
    static void writeAll(MessageFrame frame, int firstWord, List<SglElement> elements) {
        int word = firstWord;
        for (int i = 0; i < elements.size(); i++) {
            SglElement element = elements.get(i);
            boolean marked = i == elements.size() - 1 && !(element instanceof Chain) && !(element instanceof Other);
            frame.setWord(word, element.firstWord() | (marked ? SglFlags.LAST << 24 : 0));
            switch (element) {
                case Simple simple when (simple.flags() & SglFlags.CONTEXT_UNITS) == 1 -> {
                    frame.setWord(word + 1, simple.context());
                    frame.setWord(word + 2, simple.address());
                }
                case Simple simple -> frame.setWord(word + 1, simple.address());
                case Chain chain -> frame.setWord(word + 1, chain.address());
                case Immediate immediate -> immediate.data().writePadded(
                    frame.memory(), frame.offset() + (word + 1L) * Integer.BYTES, (words(immediate) - 1) * Integer.BYTES);
                case Other _ -> {
                    // one word, written above
                }
            }
            word += words(element);
        }
    }

    /**
     * The words that elements take.
     *
     * @param elements the elements
     * @return words
     */
    static int words(List<SglElement> elements) {
        return elements.stream().mapToInt(SglElement::words).sum();
    }

    private static int words(SglElement element) {
        return switch (element) {
            case Simple simple -> 2 + (simple.flags() & SglFlags.CONTEXT_UNITS);
            case Chain _ -> 2;
            case Immediate immediate -> 1 + (immediate.data().size() + 3) / Integer.BYTES;
            case Other _ -> 1;
        };
    }
}
