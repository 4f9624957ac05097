package dev.spine.extension.api;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A bounded piece of the card's memory: a packet, the data of a bulk message, or memory that the extension asked for. The card's agent.
 *
 * <p>Made and pointed by the runtime only. Offsets count bytes from 0; values of several bytes are in network order. Every access is
 * checked against the bounds that hold now: after the activation, a revocation or {@link #release} the buffer is empty and every access
 * fails with an {@link IndexOutOfBoundsException}.
 */
public final class Buffer {
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    /** What is read as a character has no sign to be taken off again. */
    private static final ValueLayout.OfChar UNSIGNED = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final int POINTED = 1;
    private static final int WRITABLE = 2;
    private static final int KEPT = 4;

    private final BufferOwner owner;
    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private int length;
    /** Of what follows, the bits that hold; 0 when the buffer is empty. */
    private int state;
    private long address = -1;
    private @Nullable Object origin;

    /** Who made the buffer; see {@link RuntimeAccess}. */
    Buffer(BufferOwner owner) {
        this.owner = owner;
    }

    /** {@return the bytes that can be accessed now; 0 when the buffer is empty} */
    public int length() {
        return length;
    }

    /** {@return whether the put methods are allowed} */
    public boolean isWritable() {
        return (state & WRITABLE) != 0;
    }

    /**
     * One unsigned comparison with what is never negative: compilers know it as a check of bounds, and in a loop make it once before and
     * not for each access.
     */
    private long at(int offset, int bytes) {
        if (Integer.compareUnsigned(offset, Math.max(0, length - bytes + 1)) >= 0) {
            throw outside(offset, bytes);
        }
        return base + offset;
    }

    private long forWriting(int offset, int bytes) {
        if ((state & WRITABLE) == 0) {
            throw new UnsupportedOperationException("this buffer is read-only: packets are; ask the context for memory of your own");
        }
        return at(offset, bytes);
    }

    private IndexOutOfBoundsException outside(int offset, int bytes) {
        return new IndexOutOfBoundsException(length == 0
            ? "this buffer is empty: its activation is over, or it was released or revoked; keep() it to use it later"
            : bytes + " bytes at offset " + offset + " leave a buffer of " + length + " bytes");
    }

    /**
     * {@return the unsigned byte at an offset}
     *
     * @param offset 0 to length - 1
     */
    public int u8(int offset) {
        return memory.get(ValueLayout.JAVA_BYTE, at(offset, 1)) & 0xFF;
    }

    /**
     * {@return the unsigned 16 bits at an offset}
     *
     * @param offset 0 to length - 2
     */
    public int u16(int offset) {
        return memory.get(UNSIGNED, at(offset, 2));
    }

    /**
     * {@return the 32 bits at an offset}
     *
     * @param offset 0 to length - 4
     */
    public int i32(int offset) {
        return memory.get(INT, at(offset, 4));
    }

    /**
     * {@return the 64 bits at an offset}
     *
     * @param offset 0 to length - 8
     */
    public long i64(int offset) {
        return memory.get(LONG, at(offset, 8));
    }

    /**
     * Writes a byte.
     *
     * @param offset 0 to length - 1
     * @param value the low 8 bits
     */
    public void put8(int offset, int value) {
        memory.set(ValueLayout.JAVA_BYTE, forWriting(offset, 1), (byte) value);
    }

    /**
     * Writes 16 bits.
     *
     * @param offset 0 to length - 2
     * @param value the low 16 bits
     */
    public void put16(int offset, int value) {
        memory.set(SHORT, forWriting(offset, 2), (short) value);
    }

    /**
     * Writes 32 bits.
     *
     * @param offset 0 to length - 4
     * @param value the value
     */
    public void put32(int offset, int value) {
        memory.set(INT, forWriting(offset, 4), value);
    }

    /**
     * Writes 64 bits.
     *
     * @param offset 0 to length - 8
     * @param value the value
     */
    public void put64(int offset, long value) {
        memory.set(LONG, forWriting(offset, 8), value);
    }

    /**
     * Copies bytes from another buffer by the card's processor.
     *
     * @param offset where to, 0 to length - bytes
     * @param source where from; may be this buffer
     * @param sourceOffset 0 to the source's length - bytes
     * @param bytes how many, at least 0
     */
    public void copyFrom(int offset, Buffer source, int sourceOffset, int bytes) {
        if (bytes < 0) {
            throw new IndexOutOfBoundsException("cannot copy " + bytes + " bytes");
        }
        if ((state & source.state & POINTED) == 0) {
            throw outside(offset, bytes);
        }
        long from = source.at(sourceOffset, bytes);
        long to = forWriting(offset, bytes);
        MemorySegment.copy(source.memory, from, memory, to, bytes);
    }

    // --- ranges

    /** Where a range begins in memory that can be read now; a range of no bytes may begin at the end. */
    private long range(int offset, int bytes) {
        if (bytes < 0) {
            throw new IndexOutOfBoundsException("a range cannot have " + bytes + " bytes");
        }
        if ((state & POINTED) == 0) {
            throw outside(offset, bytes);
        }
        return at(offset, bytes);
    }

    /**
     * {@return the offset of the first byte of a value within a range, -1 when there is none}
     *
     * @param offset of the first byte that is looked at, 0 to length - bytes
     * @param bytes how many are, at least 0
     * @param value in the low 8 bits
     */
    public int find(int offset, int bytes, int value) {
        int found = ByteRanges.find(memory, range(offset, bytes), bytes, value);
        return found < 0 ? -1 : offset + found;
    }

    /**
     * {@return the offset of the first two bytes of a range that are a value in network order, as {@link #u16} reads it; -1 when there are
     * none}
     *
     * @param offset of the first byte that is looked at, 0 to length - bytes
     * @param bytes how many are, at least 0
     * @param value in the low 16 bits
     * @since 1.1
     */
    public int find16(int offset, int bytes, int value) {
        int found = ByteRanges.find16(memory, range(offset, bytes), bytes, value);
        return found < 0 ? -1 : offset + found;
    }

    /**
     * {@return how many bytes of a range have a value, and shifted by 32 bits how many bytes the range has up to the last one of them, that
     * one included}
     *
     * @param offset of the first byte, 0 to length - bytes
     * @param bytes how many, at least 0
     * @param value in the low 8 bits
     * @since 1.1
     */
    public long count(int offset, int bytes, int value) {
        return ByteRanges.count(memory, range(offset, bytes), bytes, value);
    }

    /**
     * {@return the offset of the first byte of a set of values within a range, -1 when there is none} Bit {@code v % 64} of the word that
     * has {@code v} among its values says whether v is in the set.
     *
     * @param offset of the first byte that is looked at, 0 to length - bytes
     * @param bytes how many are, at least 0
     * @param upTo63 values 0 to 63
     * @param upTo127 values 64 to 127
     * @param upTo191 values 128 to 191
     * @param upTo255 values 192 to 255
     */
    public int findOneOf(int offset, int bytes, long upTo63, long upTo127, long upTo191, long upTo255) {
        int found = ByteRanges.findOneOf(memory, range(offset, bytes), bytes, upTo63, upTo127, upTo191, upTo255);
        return found < 0 ? -1 : offset + found;
    }

    /**
     * {@return what an automaton came to on a range: how many bytes it took, shifted by 8 bits, and the state that it was in behind them, 0
     * to 255} It ends in state 0, or with the range. Its table has a byte {@code bits}, 0 to 8, the number {@code last} of the last class,
     * the class of each of the 256 values of a byte, one beyond the last counting as the last, and {@code (last << bits) + 256} bytes of
     * next states: for class {@code c} in state {@code s} the one at {@code (c << bits) + s} of them.
     *
     * @param offset of the first byte, 0 to length - bytes
     * @param bytes how many at most, at least 0
     * @param table has the table; may be this buffer
     * @param tableOffset of the table's first byte, 0 to its length - the table's bytes
     * @param state before the first byte, in the low 8 bits; 0 ends it only when a byte leads there
     * @since 1.1
     */
    public long walk(int offset, int bytes, Buffer table, int tableOffset, int state) {
        long here = range(offset, bytes);
        int bits = table.u8(tableOffset);
        int last = table.u8(tableOffset + 1);
        if (bits > Byte.SIZE) {
            throw new IndexOutOfBoundsException("the table at " + tableOffset + " cannot have rows of " + bits + " bits: at most 8");
        }
        long there = table.range(tableOffset, ByteRanges.tableBytes(bits, last));
        return ByteRanges.walk(memory, here, bytes, table.memory, there, bits, last, state & 0xFF);
    }

    /**
     * {@return -1, 0 or 1, as the first bytes that differ in two ranges do, each 0 to 255; 0 when none do}
     *
     * @param offset of the first byte here, 0 to length - bytes
     * @param other the buffer of the other range; may be this one
     * @param otherOffset of the first byte there, 0 to its length - bytes
     * @param bytes of each range, at least 0
     */
    public int compare(int offset, Buffer other, int otherOffset, int bytes) {
        long here = range(offset, bytes);
        long there = other.range(otherOffset, bytes);
        long at = MemorySegment.mismatch(memory, here, here + bytes, other.memory, there, there + bytes);
        return at < 0 ? 0 : Integer.signum(Byte.compareUnsigned(memory.get(ValueLayout.JAVA_BYTE, here + at),
            other.memory.get(ValueLayout.JAVA_BYTE, there + at)));
    }

    /**
     * {@return a hash that goes on with a range} For each eight bytes, as a long in network order, it becomes
     * {@code rotateLeft((hash ^ bytes) * 0x9E3779B97F4A7C15, 29)}; the last ones, if they are fewer, are filled up with zero bytes behind
     * them. It tells things apart, and keeps nobody from making two that are alike.
     *
     * @param offset of the first byte, 0 to length - bytes
     * @param bytes how many, at least 0; a multiple of 8 if more are to follow
     * @param before the hash so far, 0 at the beginning
     */
    public long hash(int offset, int bytes, long before) {
        return ByteRanges.hash(memory, range(offset, bytes), bytes, before);
    }

    /**
     * Writes the same value into each byte of a range.
     *
     * @param offset of the first byte, 0 to length - bytes
     * @param bytes how many, at least 0
     * @param value the low 8 bits
     */
    public void fill(int offset, int bytes, int value) {
        range(offset, bytes);
        ByteRanges.fill(memory, forWriting(offset, bytes), bytes, value);
    }

    /**
     * Extends the buffer beyond the activation, until {@link #release}. A kept packet occupies a receive buffer of the card.
     *
     * @return this, or null when the extension's quota of kept buffers is used up: the buffer then ends with the activation
     */
    public @Nullable Buffer keep() {
        if (length == 0) {
            throw outside(0, 1);
        }
        if (!isKept() && !owner.keep(this)) {
            return null;
        }
        setKept();
        return this;
    }

    /** Ends a kept buffer, or memory that the extension asked for; the buffer is empty afterwards. Of an empty buffer: nothing. */
    public void release() {
        if (length != 0) {
            owner.release(this);
        }
    }

    /**
     * {@return whether data of a message to a peer may still be read from it: while they may, it is not the time to write others there}
     * Of an empty buffer false.
     */
    public boolean isLent() {
        return length != 0 && owner.isLent(this);
    }

    /** What is known of the packets behind the one that it shows. */
    int ahead(int packets, int offset) {
        return length == 0 ? 0 : owner.ahead(packets, offset);
    }

    /** The offload word of the packet that it shows. */
    long offload() {
        return length == 0 ? Offload.NONE : owner.offload(this);
    }

    @SuppressWarnings("MemorySegmentReferenceEquality") // the question is whether the field has to be written
    void point(MemorySegment newMemory, long newBase, int newLength, long newAddress, boolean mayWrite, @Nullable Object newOrigin) {
        // What is seldom other than it was is written only then: a reference costs more to write than to compare.
        if (memory != newMemory) {
            this.memory = newMemory;
        }
        if (origin != newOrigin) {
            this.origin = newOrigin;
        }
        this.base = newBase;
        this.length = newLength;
        this.address = newAddress;
        this.state = mayWrite ? POINTED | WRITABLE : POINTED;
    }

    /** Points this at a part of another buffer, with no more rights. */
    void narrow(Buffer of, int offset, int bytes, boolean mayWrite, @Nullable Object newOrigin) {
        point(of.memory, of.base + offset, bytes, of.address + offset, mayWrite && of.isWritable(), newOrigin);
    }

    void empty() {
        hide();
        this.address = -1;
        this.origin = null;
        this.memory = MemorySegment.NULL;
    }

    /** Empties this for the extension, as {@link #empty} does, but goes on referring to the memory: it will soon be pointed there again. */
    void hide() {
        this.length = 0;
        this.state = 0;
    }

    void setKept() {
        this.state |= KEPT;
    }

    void setOrigin(Object newOrigin) {
        this.origin = newOrigin;
    }

    long address() {
        return (state & POINTED) == 0 ? -1 : address;
    }

    @Nullable Object origin() {
        return (state & POINTED) == 0 ? null : origin;
    }

    boolean isKept() {
        return (state & KEPT) != 0;
    }

    BufferOwner owner() {
        return owner;
    }

    @Override
    public String toString() {
        return length == 0 ? "empty buffer" : "buffer of " + length + " bytes" + (isWritable() ? "" : ", read-only");
    }
}
