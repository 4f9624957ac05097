package dev.spine.i2o.sgl;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The entries of one page-list, fragment-list or chain element of 2.0. Addresses have 32 to 128 bits; those that do not fit 64 bits are
 * refused.
 */
final class AddressList {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long MAX_32_BIT = 0x1_0000_0000L;

    private MemorySegment memory = MemorySegment.NULL;
    private long position;
    private int left;
    private int addressWords;
    private boolean sized;
    private boolean firstPage;
    private long bytesLeft;
    private long address;
    private long byteCount;

    AddressList() {
    }

    /** Forgets all entries. */
    void clear() {
        left = 0;
    }

    /**
     * Points at the entries of an element that lies within its list.
     *
     * @return false: the entries do not fit the length that the element states
     */
    boolean begin(MemorySegment list, long element, int firstWord) {
        int words = firstWord >>> 16 & 0xFF;
        int type = firstWord >>> 24 & SglFlags.SHORT_TYPE_MASK;
        memory = list;
        addressWords = 1 + (firstWord >>> 8 & SglFlags.V2_ADDRESS_SIZE);
        sized = type != SglFlags.V2_PAGE_LIST;
        firstPage = true;
        left = type == SglFlags.V2_CHAIN ? 1 : firstWord & 0xFF;
        position = element + Integer.BYTES;
        int entryWords = left * (addressWords + (sized ? 1 : 0));
        if (sized) {
            return left > 0 && words >= 1 + entryWords;
        }
        if (left == 0 || words < 2 + entryWords) {
            return false;
        }
        bytesLeft = Integer.toUnsignedLong(memory.get(WORD, position));
        position += Integer.BYTES;
        return true;
    }

    boolean hasNext() {
        return left > 0;
    }

    /** Goes to the next entry. {@link SglEnd#NOT_YET}: {@link #address()} and {@link #byteCount()} describe it. */
    SglEnd next(int pageBytes) {
        left--;
        address = Integer.toUnsignedLong(word(0));
        if (addressWords > 1) {
            address |= Integer.toUnsignedLong(word(1)) << Integer.SIZE;
        }
        for (int i = 2; i < addressWords; i++) {
            if (word(i) != 0) {
                return SglEnd.BAD_ADDRESS;
            }
        }
        if (sized) {
            byteCount = Integer.toUnsignedLong(word(addressWords));
            position += (addressWords + 1L) * Integer.BYTES;
        } else {
            position += (long) addressWords * Integer.BYTES;
            SglEnd page = takePage(pageBytes);
            if (page != SglEnd.NOT_YET) {
                return page;
            }
        }
        boolean leaves = addressWords == 1 ? address + byteCount > MAX_32_BIT : address < 0 || address + byteCount < 0;
        return leaves ? SglEnd.BAD_ADDRESS : SglEnd.NOT_YET;
    }

    private SglEnd takePage(int pageBytes) {
        if (pageBytes == 0 || !firstPage && (address & pageBytes - 1) != 0) {
            return SglEnd.BAD_PAGE_LIST;
        }
        byteCount = Math.min(bytesLeft, pageBytes - (address & pageBytes - 1));
        bytesLeft -= byteCount;
        firstPage = false;
        return left == 0 && bytesLeft > 0 ? SglEnd.BAD_PAGE_LIST : SglEnd.NOT_YET;
    }

    private int word(int index) {
        return memory.get(WORD, position + (long) index * Integer.BYTES);
    }

    long address() {
        return address;
    }

    long byteCount() {
        return byteCount;
    }
}
