package dev.spine.i2o.sgl;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Octets;
import java.util.List;

/**
 * One element of a scatter-gather list as a value: for records, tests and people. Immutable; any thread.
 *
 * <p>{@link #readAll} takes a list from a frame as it stands: chains are shown, not followed, and a type that nobody supports is kept as
 * {@link Other}. The usual elements have records of their own ({@link Simple}, {@link Chain}, {@link Immediate}); those with more context,
 * addresses of 64 bits, pages or other flags are {@link Addressed} and {@link Inline}. After attributes that say so, contexts and addresses
 * of the list take 64 bits.
 */
public sealed interface SglElement {
    /** {@return the first word: flags [31:24] and count [23:0]} */
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
     * An element with addresses: simple, page list or chain, with any context and width.
     *
     * @param flags the element's flags, {@link SglFlags}, without {@link SglFlags#LAST}
     * @param byteCount bytes that it describes, 0 to {@link SglFlags#MAX_COUNT}
     * @param context the words of its context: as many as the flags announce
     * @param addresses its address, or those of its pages
     */
    record Addressed(int flags, int byteCount, List<Integer> context, List<Long> addresses) implements SglElement {
        /** Copies the lists. */
        public Addressed {
            context = List.copyOf(context);
            addresses = List.copyOf(addresses);
        }

        /**
         * A buffer of pages that the target writes into.
         *
         * @param byteCount bytes of all pages together
         * @param pages address of the first byte, then of each further page
         * @return the element, ending its buffer
         */
        public static Addressed into(int byteCount, List<Long> pages) {
            return new Addressed(SglFlags.PAGE_LIST | SglFlags.END_OF_BUFFER, byteCount, List.of(), pages);
        }

        @Override
        public int firstWord() {
            return flags << 24 | byteCount;
        }
    }

    /**
     * Data inside the list with a context, or within a buffer.
     *
     * @param flags the element's flags, {@link SglFlags}, without {@link SglFlags#LAST}
     * @param context the words of its context: as many as the flags announce
     * @param data the bytes
     */
    record Inline(int flags, List<Integer> context, Octets data) implements SglElement {
        /** Copies the context. */
        public Inline {
            context = List.copyOf(context);
        }

        @Override
        public int firstWord() {
            return flags << 24 | data.size();
        }
    }

    /**
     * Bytes to discard, or zeros to supply.
     *
     * @param flags the element's flags, {@link SglFlags}, without {@link SglFlags#LAST}
     * @param byteCount how many bytes
     * @param context the buffer's context
     */
    record BitBucket(int flags, int byteCount, int context) implements SglElement {
        @Override
        public int firstWord() {
            return flags << 24 | byteCount;
        }
    }

    /**
     * An element that says how many words it has and describes no data of 1.5: ignore, transport, transaction and attributes elements, and
     * all elements of 2.0.
     *
     * @param firstWord flags, length and what is between, without {@link SglFlags#LAST}
     * @param rest the words after the first
     */
    record Sized(int firstWord, List<Integer> rest) implements SglElement {
        /** Copies the words. */
        public Sized {
            rest = List.copyOf(rest);
        }

        /**
         * Attributes for the elements that follow.
         *
         * @param attributes bits of {@link SglFlags}: {@link SglFlags#ATTRIBUTE_ADDRESS_64_BIT} and others
         * @param pageBytes bytes of a page
         * @return the element
         */
        public static Sized attributes(int attributes, int pageBytes) {
            return new Sized(SglFlags.ATTRIBUTES << 24 | 2 << 16 | attributes, List.of(pageBytes));
        }
    }

    /**
     * Anything else; the list is not read beyond it.
     *
     * @param firstWord flags and count as they stand
     */
    record Other(int firstWord) implements SglElement {
    }

    /** The page size that a list has which does not state one: that of the processors whose drivers are known. */
    int DEFAULT_PAGE_BYTES = 4096;

    /**
     * Reads the elements of a frame.
     *
     * @param frame a checked frame
     * @param firstWord word index of the first element; below the header for no list
     * @return the elements up to the last, the end of the message, a chain, or the first that is cut or not one of the kinds above (which
     *     is an {@link Other}); pages count {@link #DEFAULT_PAGE_BYTES} unless attributes say otherwise
     */
    static List<SglElement> readAll(MessageFrame frame, int firstWord) {
        return firstWord < MessageFrame.MIN_WORDS ? List.of() : new SglElementReader(frame, firstWord).readAll();
    }

    /**
     * Writes elements into a frame; the last one is marked as the last unless it is a chain.
     *
     * @param frame a frame that the caller holds and whose slot is large enough: {@link #words(List)} says how much is needed
     * @param firstWord word index of the first element
     * @param elements the elements; {@link Other} is written as its first word
     */
    static void writeAll(MessageFrame frame, int firstWord, List<SglElement> elements) {
        int word = firstWord;
        boolean wide = false;
        for (int i = 0; i < elements.size(); i++) {
            SglElement element = elements.get(i);
            boolean marked = i == elements.size() - 1 && !endsFragment(element) && !(element instanceof Other);
            frame.setWord(word, element.firstWord() | (marked ? SglFlags.LAST << 24 : 0));
            int next = word + 1;
            switch (element) {
                case Simple simple when (simple.flags() & SglFlags.CONTEXT_UNITS) == 1 -> {
                    frame.setWord(next, simple.context());
                    frame.setWord(next + 1, simple.address());
                }
                case Simple simple -> frame.setWord(next, simple.address());
                case Chain chain -> frame.setWord(next, chain.address());
                case Immediate immediate -> writeData(frame, next, immediate.data());
                case Addressed addressed -> {
                    writeWords(frame, next, addressed.context());
                    next += addressed.context().size();
                    for (long address : addressed.addresses()) {
                        frame.setWord(next++, (int) address);
                        if (wide) {
                            frame.setWord(next++, (int) (address >>> Integer.SIZE));
                        }
                    }
                }
                case Inline inline -> {
                    writeWords(frame, next, inline.context());
                    writeData(frame, next + inline.context().size(), inline.data());
                }
                case BitBucket bucket -> frame.setWord(next, bucket.context());
                case Sized sized -> writeWords(frame, next, sized.rest());
                case Other _ -> {
                    // one word, written above
                }
            }
            word += words(element, wide);
            wide = widthAfter(element, wide);
        }
    }

    private static void writeWords(MessageFrame frame, int word, List<Integer> words) {
        for (int i = 0; i < words.size(); i++) {
            frame.setWord(word + i, words.get(i));
        }
    }

    private static void writeData(MessageFrame frame, int word, Octets data) {
        data.writePadded(frame.memory(), frame.offset() + (long) word * Integer.BYTES, dataWords(data.size()) * Integer.BYTES);
    }

    /** Whether the list goes on elsewhere after this element. */
    private static boolean endsFragment(SglElement element) {
        int flags = element.firstWord() >>> 24;
        int type = flags & SglFlags.TYPE_MASK;
        return type == SglFlags.CHAIN || type == SglFlags.CHAIN_LOCAL || (flags & SglFlags.SHORT_TYPE_MASK) == SglFlags.V2_CHAIN;
    }

    /**
     * The words that elements take.
     *
     * @return words
     */
    static int words(List<SglElement> elements) {
        int words = 0;
        boolean wide = false;
        for (SglElement element : elements) {
            words += words(element, wide);
            wide = widthAfter(element, wide);
        }
        return words;
    }

    /** Whether addresses take 64 bits after an element. */
    private static boolean widthAfter(SglElement element, boolean wide) {
        boolean attributes = element instanceof Sized && (element.firstWord() >>> 24 & SglFlags.SHORT_TYPE_MASK) == SglFlags.ATTRIBUTES;
        return attributes ? (element.firstWord() & SglFlags.ATTRIBUTE_ADDRESS_64_BIT) != 0 : wide;
    }

    private static int dataWords(int byteCount) {
        return (byteCount + Integer.BYTES - 1) / Integer.BYTES;
    }

    private static int words(SglElement element, boolean wide) {
        return switch (element) {
            case Simple simple -> 2 + (simple.flags() & SglFlags.CONTEXT_UNITS);
            case Chain _, BitBucket _ -> 2;
            case Immediate immediate -> 1 + dataWords(immediate.data().size());
            case Addressed addressed -> 1 + addressed.context().size() + addressed.addresses().size() * (wide ? 2 : 1);
            case Inline inline -> 1 + inline.context().size() + dataWords(inline.data().size());
            case Sized sized -> 1 + sized.rest().size();
            case Other _ -> 1;
        };
    }
}
