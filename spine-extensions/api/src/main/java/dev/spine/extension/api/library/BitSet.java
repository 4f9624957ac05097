package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.BitSet}: an array of words of 64 bits, at least doubled when a bit behind it is set. What goes
 * through the bits costs by words, setting the first bit behind the array by what it grows. The card's agent.
 */
@NullUnmarked
public final class BitSet {
    private static final int SHIFT = 6;

    private long[] words;
    /** Words up to the last that is not 0. */
    private int used;

    public BitSet() {
        words = new long[1];
    }

    public BitSet(int bits) {
        if (bits < 0) {
            throw Failures.negativeSize();
        }
        words = new long[(bits - 1 >> SHIFT) + 1];
    }

    private static int check(int bit) {
        if (bit < 0) {
            throw Failures.index(bit, 0);
        }
        return bit;
    }

    private static void check(int from, int to) {
        if (from < 0 || from > to) {
            throw Failures.index(from, to);
        }
    }

    private void grow(int needed) {
        if (needed > words.length) {
            long[] larger = new long[Math.max(2 * words.length, needed)];
            System.arraycopy(words, 0, larger, 0, used);
            words = larger;
        }
        used = Math.max(used, needed);
    }

    /** After words at the end may have become 0. */
    private void shrink() {
        while (used > 0 && words[used - 1] == 0) {
            used--;
        }
    }

    public boolean get(int bit) {
        int word = check(bit) >> SHIFT;
        return word < used && (words[word] & 1L << bit) != 0;
    }

    public void set(int bit) {
        int word = check(bit) >> SHIFT;
        if (word >= used) {
            grow(word + 1);
        }
        words[word] |= 1L << bit;
    }

    public void set(int bit, boolean value) {
        if (value) {
            set(bit);
        } else {
            clear(bit);
        }
    }

    public void set(int from, int to) {
        check(from, to);
        if (from == to) {
            return;
        }
        int first = from >> SHIFT;
        int last = to - 1 >> SHIFT;
        grow(last + 1);
        long firstMask = -1L << from;
        long lastMask = -1L >>> -to;
        if (first == last) {
            words[first] |= firstMask & lastMask;
            return;
        }
        words[first] |= firstMask;
        java.util.Arrays.fill(words, first + 1, last, -1L);
        words[last] |= lastMask;
    }

    public void flip(int bit) {
        int word = check(bit) >> SHIFT;
        if (word >= used) {
            grow(word + 1);
        }
        words[word] ^= 1L << bit;
        shrink();
    }

    public void clear(int bit) {
        int word = check(bit) >> SHIFT;
        if (word < used) {
            words[word] &= ~(1L << bit);
            shrink();
        }
    }

    public void clear(int from, int to) {
        check(from, to);
        int end = Math.min(to, length());
        if (from >= end) {
            return;
        }
        int first = from >> SHIFT;
        int last = end - 1 >> SHIFT;
        long firstMask = -1L << from;
        long lastMask = -1L >>> -end;
        if (first == last) {
            words[first] &= ~(firstMask & lastMask);
        } else {
            words[first] &= ~firstMask;
            java.util.Arrays.fill(words, first + 1, last, 0);
            words[last] &= ~lastMask;
        }
        shrink();
    }

    public void clear() {
        java.util.Arrays.fill(words, 0, used, 0);
        used = 0;
    }

    public int nextSetBit(int from) {
        int word = check(from) >> SHIFT;
        if (word >= used) {
            return -1;
        }
        long bits = words[word] & -1L << from;
        while (bits == 0) {
            word++;
            if (word == used) {
                return -1;
            }
            bits = words[word];
        }
        return (word << SHIFT) + Long.numberOfTrailingZeros(bits);
    }

    public int nextClearBit(int from) {
        int word = check(from) >> SHIFT;
        if (word >= used) {
            return from;
        }
        long bits = ~words[word] & -1L << from;
        while (bits == 0) {
            word++;
            if (word == used) {
                return used << SHIFT;
            }
            bits = ~words[word];
        }
        return (word << SHIFT) + Long.numberOfTrailingZeros(bits);
    }

    public int length() {
        return used == 0 ? 0 : (used << SHIFT) - Long.numberOfLeadingZeros(words[used - 1]);
    }

    public int size() {
        return words.length << SHIFT;
    }

    public boolean isEmpty() {
        return used == 0;
    }

    public int cardinality() {
        int sum = 0;
        for (int i = 0; i < used; i++) {
            sum += Long.bitCount(words[i]);
        }
        return sum;
    }

    public boolean intersects(BitSet other) {
        for (int i = Math.min(used, other.used) - 1; i >= 0; i--) {
            if ((words[i] & other.words[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    public void and(BitSet other) {
        int both = Math.min(used, other.used);
        for (int i = 0; i < both; i++) {
            words[i] &= other.words[i];
        }
        java.util.Arrays.fill(words, both, used, 0);
        shrink();
    }

    public void andNot(BitSet other) {
        int both = Math.min(used, other.used);
        for (int i = 0; i < both; i++) {
            words[i] &= ~other.words[i];
        }
        shrink();
    }

    public void or(BitSet other) {
        grow(other.used);
        for (int i = 0; i < other.used; i++) {
            words[i] |= other.words[i];
        }
    }

    public void xor(BitSet other) {
        grow(other.used);
        for (int i = 0; i < other.used; i++) {
            words[i] ^= other.words[i];
        }
        shrink();
    }

    @Override
    public boolean equals(Object object) {
        if (!(object instanceof BitSet other) || used != other.used) {
            return false;
        }
        for (int i = 0; i < used; i++) {
            if (words[i] != other.words[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        long hash = 1234;
        for (int i = used - 1; i >= 0; i--) {
            hash ^= words[i] * (i + 1);
        }
        return (int) (hash >> 32 ^ hash);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append('{');
        for (int bit = nextSetBit(0); bit >= 0; bit = nextSetBit(bit + 1)) {
            if (text.length() > 1) {
                text.append(", ");
            }
            text.append(bit);
            if (bit == Integer.MAX_VALUE) {
                break;
            }
        }
        return text.append('}').toString();
    }
}
