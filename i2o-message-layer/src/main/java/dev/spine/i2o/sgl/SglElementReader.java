package dev.spine.i2o.sgl;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.sgl.SglElement.Addressed;
import dev.spine.i2o.sgl.SglElement.BitBucket;
import dev.spine.i2o.sgl.SglElement.Chain;
import dev.spine.i2o.sgl.SglElement.Immediate;
import dev.spine.i2o.sgl.SglElement.Inline;
import dev.spine.i2o.sgl.SglElement.Other;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.sgl.SglElement.Sized;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes one list apart into values; for one use. */
final class SglElementReader {
    private static final int SMALLEST_PAGE = 512;

    private final MessageFrame frame;
    private final List<SglElement> elements = new ArrayList<>();
    private int word;
    private int pageBytes = SglElement.DEFAULT_PAGE_BYTES;
    private boolean wideAddresses;
    private boolean wideContexts;

    SglElementReader(MessageFrame frame, int firstWord) {
        this.frame = frame;
        this.word = firstWord;
    }

    List<SglElement> readAll() {
        boolean more = true;
        while (more && word < frame.sizeWords()) {
            int first = frame.word(word);
            int start = word;
            SglElement element = read(first);
            if (element == null) {
                word = start;
                elements.add(new Other(first));
                return List.copyOf(elements);
            }
            elements.add(element);
            int type = first >>> 24 & SglFlags.TYPE_MASK;
            boolean chain = type == SglFlags.CHAIN || type == SglFlags.CHAIN_LOCAL
                || (first >>> 24 & SglFlags.SHORT_TYPE_MASK) == SglFlags.V2_CHAIN;
            more = (first >>> 24 & SglFlags.LAST) == 0 && !chain;
        }
        return List.copyOf(elements);
    }

    /** The element at the current word, which then is the one after it; null if it is cut or of no kind. */
    private @Nullable SglElement read(int first) {
        int flags = first >>> 24 & ~SglFlags.LAST;
        int byteCount = first & SglFlags.MAX_COUNT;
        return switch (flags & SglFlags.TYPE_MASK) {
            case SglFlags.IGNORE -> sized(first, 1);
            case SglFlags.TRANSPORT -> sized(first, Math.max(1, byteCount));
            case SglFlags.LONG_TRANSACTION -> sized(first, byteCount);
            case SglFlags.SHORT_TRANSACTION, 0x74, 0x78 -> sized(first, first >>> 16 & 0xFF);
            case SglFlags.ATTRIBUTES -> attributes(first);
            case SglFlags.BIT_BUCKET, SglFlags.BIT_BUCKET | SglFlags.END_OF_BUFFER -> bitBucket(flags, byteCount);
            case SglFlags.IMMEDIATE, SglFlags.IMMEDIATE | SglFlags.END_OF_BUFFER -> immediate(flags, byteCount);
            case SglFlags.CHAIN, SglFlags.CHAIN_LOCAL -> addressed(flags, byteCount, 1);
            default -> switch (flags & SglFlags.TYPE_MASK & ~(SglFlags.END_OF_BUFFER | SglFlags.LOCAL_ADDRESS | SglFlags.FROM_BUFFER)) {
                case SglFlags.SIMPLE -> addressed(flags, byteCount, 1);
                case SglFlags.PAGE_LIST -> addressed(flags, byteCount, pages(flags, byteCount));
                default -> null;
            };
        };
    }

    /** Goes over words. False: the message ends before. */
    private boolean take(int words) {
        if (words < 1 || frame.sizeWords() - word < words) {
            return false;
        }
        word += words;
        return true;
    }

    private @Nullable SglElement sized(int first, int words) {
        int at = word + 1;
        return take(words) ? new Sized(first & ~(SglFlags.LAST << 24), words(at, words - 1)) : null;
    }

    private @Nullable SglElement attributes(int first) {
        int length = first >>> 16 & 0xFF;
        if ((first >>> 24 & SglFlags.SHORT_TYPE_MASK) != SglFlags.ATTRIBUTES) {
            return sized(first, length);
        }
        int at = word + 1;
        SglElement element = sized(first, Math.max(2, length));
        if (element != null) {
            wideContexts = (first & SglFlags.ATTRIBUTE_CONTEXT_64_BIT) != 0;
            wideAddresses = (first & SglFlags.ATTRIBUTE_ADDRESS_64_BIT) != 0;
            int page = frame.word(at);
            pageBytes = page >= SMALLEST_PAGE && Integer.bitCount(page) == 1 ? page : pageBytes;
        }
        return element;
    }

    private int contextWords(int flags) {
        return (flags & SglFlags.CONTEXT_UNITS) * (wideContexts ? 2 : 1);
    }

    /** How many pages a page list touches that begins where its first address says. */
    private int pages(int flags, int byteCount) {
        int addressAt = word + 1 + contextWords(flags);
        int offset = addressAt < frame.sizeWords() ? frame.word(addressAt) & pageBytes - 1 : 0;
        return Math.max(1, (offset + byteCount + pageBytes - 1) / pageBytes);
    }

    private @Nullable SglElement addressed(int flags, int byteCount, int count) {
        int contextWords = contextWords(flags);
        int at = word + 1;
        if (!take(1 + contextWords + count * (wideAddresses ? 2 : 1))) {
            return null;
        }
        List<Integer> context = words(at, contextWords);
        int next = at + contextWords;
        int type = flags & SglFlags.TYPE_MASK;
        if (!wideAddresses && count == 1 && type == SglFlags.CHAIN && contextWords == 0) {
            return new Chain(byteCount, frame.word(next));
        }
        boolean simple = (type & ~(SglFlags.END_OF_BUFFER | SglFlags.LOCAL_ADDRESS | SglFlags.FROM_BUFFER)) == SglFlags.SIMPLE;
        if (!wideAddresses && simple && contextWords == (flags & SglFlags.CONTEXT_UNITS) && contextWords <= 1) {
            return new Simple(flags, byteCount, contextWords == 1 ? context.getFirst() : 0, frame.word(next));
        }
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long address = Integer.toUnsignedLong(frame.word(next++));
            addresses.add(wideAddresses ? address | Integer.toUnsignedLong(frame.word(next++)) << Integer.SIZE : address);
        }
        return new Addressed(flags, byteCount, context, addresses);
    }

    private @Nullable SglElement bitBucket(int flags, int byteCount) {
        int at = word + 1;
        return take(2) ? new BitBucket(flags, byteCount, frame.word(at)) : null;
    }

    private @Nullable SglElement immediate(int flags, int byteCount) {
        int contextWords = contextWords(flags);
        int at = word + 1;
        if (!take(1 + contextWords + (byteCount + Integer.BYTES - 1) / Integer.BYTES)) {
            return null;
        }
        Octets data = Octets.read(frame.memory(), frame.offset() + (at + (long) contextWords) * Integer.BYTES, byteCount);
        return flags == (SglFlags.IMMEDIATE | SglFlags.END_OF_BUFFER) ? new Immediate(data)
            : new Inline(flags, words(at, contextWords), data);
    }

    private List<Integer> words(int first, int count) {
        List<Integer> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(frame.word(first + i));
        }
        return words;
    }
}
