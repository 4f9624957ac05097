package dev.spine.device.os.fuse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** What the kernel is answered, part behind part. On the session's thread. */
final class FuseAnswer {
    private static final int HEADER_BYTES = 16;
    private static final int NAME_BYTES = 24;
    private static final int FILE = 8;
    private static final int DIRECTORY = 4;
    private static final int BLOCK_BYTES = 4_096;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final MemorySegment memory;
    private final int user;
    private final int group;
    private final long validSeconds;
    private int bytes = HEADER_BYTES;

    /**
     * An answer of up to some bytes.
     *
     * @param user whose all files are
     * @param group whose all files are
     * @param validSeconds so long the kernel need not ask again for what it was told of a name or file
     */
    FuseAnswer(int bytes, int user, int group, long validSeconds) {
        memory = Arena.ofAuto().allocate(bytes + HEADER_BYTES, Long.BYTES);
        this.user = user;
        this.group = group;
        this.validSeconds = validSeconds;
    }

    void clear() {
        bytes = HEADER_BYTES;
    }

    /** Ends it: {@return all of it}; with an error number it has nothing else */
    MemorySegment end(long unique, int error) {
        if (error != 0) {
            clear();
        }
        memory.set(INT, 0, bytes);
        memory.set(INT, 4, -error);
        memory.set(LONG, 8, unique);
        return memory.asSlice(0, bytes);
    }

    FuseAnswer int32(int value) {
        memory.set(INT, bytes, value);
        bytes += Integer.BYTES;
        return this;
    }

    FuseAnswer int64(long value) {
        memory.set(LONG, bytes, value);
        bytes += Long.BYTES;
        return this;
    }

    FuseAnswer bytes(byte[] value) {
        MemorySegment.copy(value, 0, memory, ValueLayout.JAVA_BYTE, bytes, value.length);
        bytes += value.length;
        return this;
    }

    /** A name and what it names. */
    void entry(FuseNode node) {
        int64(node.id()).int64(node.generation()).int64(validSeconds).int64(validSeconds).int32(0).int32(0);
        attributes(node);
    }

    /** What is known of a file. */
    void known(FuseNode node) {
        int64(validSeconds).int64(0);
        attributes(node);
    }

    private void attributes(FuseNode node) {
        int64(node.id()).int64(node.size()).int64(node.blocks());
        int64(Math.floorDiv(node.accessed(), NS_PER_S)).int64(Math.floorDiv(node.modified(), NS_PER_S));
        int64(Math.floorDiv(node.changed(), NS_PER_S));
        int32((int) Math.floorMod(node.accessed(), NS_PER_S)).int32((int) Math.floorMod(node.modified(), NS_PER_S));
        int32((int) Math.floorMod(node.changed(), NS_PER_S));
        int32(node.mode()).int32(node.links()).int32(user).int32(group).int32(0).int32(BLOCK_BYTES).int32(0);
    }

    /** A name of a directory: {@return whether it has fitted into some bytes} */
    boolean name(FuseName name, long next, int room) {
        byte[] text = name.name().getBytes(StandardCharsets.UTF_8);
        int padding = -text.length & Long.BYTES - 1;
        if (bytes - HEADER_BYTES + NAME_BYTES + text.length + padding > room) {
            return false;
        }
        int64(name.id()).int64(next).int32(text.length).int32(name.isDirectory() ? DIRECTORY : FILE).bytes(text).bytes(new byte[padding]);
        return true;
    }
}
