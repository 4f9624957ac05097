package dev.spine.device.os.fuse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** What the kernel asks: a header, then a body whose offsets begin at 0, in the memory that it is read into. On the session's thread. */
final class FuseRequest {
    private static final int HEADER_BYTES = 40;
    private static final int MAX_NAME = 255;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final MemorySegment memory;
    private int bytes;

    /** A request of up to some bytes. */
    FuseRequest(int bytes) {
        memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    MemorySegment memory() {
        return memory;
    }

    /** So many bytes were read: {@return whether that is a request} */
    boolean take(long read) {
        bytes = (int) read;
        return bytes >= HEADER_BYTES && memory.get(INT, 0) == bytes;
    }

    int operation() {
        return memory.get(INT, 4);
    }

    /** {@return the number that its answer has to have} */
    long unique() {
        return memory.get(LONG, 8);
    }

    /** {@return which file it is about} */
    long node() {
        return memory.get(LONG, 16);
    }

    private long at(int offset, int length) throws FuseException {
        if (offset < 0 || length < 0 || length > bytes - HEADER_BYTES - offset) {
            throw new FuseException(FuseException.EINVAL);
        }
        return (long) HEADER_BYTES + offset;
    }

    int int32(int offset) throws FuseException {
        return memory.get(INT, at(offset, Integer.BYTES));
    }

    long int64(int offset) throws FuseException {
        return memory.get(LONG, at(offset, Long.BYTES));
    }

    byte[] bytes(int offset, int length) throws FuseException {
        return memory.asSlice(at(offset, length), length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** {@return where the text behind a text begins} */
    int behind(int offset) throws FuseException {
        int end = offset;
        while (memory.get(ValueLayout.JAVA_BYTE, at(end, 1)) != 0) {
            end++;
        }
        return end + 1;
    }

    /** {@return the name that begins at an offset} */
    String name(int offset) throws FuseException {
        int length = behind(offset) - 1 - offset;
        if (length > MAX_NAME) {
            throw new FuseException(FuseException.ENAMETOOLONG);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(offset, length))).toString();
        } catch (CharacterCodingException e) {
            throw (FuseException) new FuseException(FuseException.EILSEQ).initCause(e);
        }
    }
}
