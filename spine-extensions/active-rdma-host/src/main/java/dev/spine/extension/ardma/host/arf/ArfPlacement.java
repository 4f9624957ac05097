package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.StreamReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Where the routine of a file system runs, seen from its client. One thread at a time, but for those that say otherwise. */
public interface ArfPlacement extends AutoCloseable {
    /**
     * Runs {@link ArfRoutine} once.
     *
     * @param reader gets what it emits, in this thread
     * @param arguments its arguments
     * @return what it has returned
     * @throws ArfFaultException when it has ended by a fault, and may have left the lock taken
     * @throws IOException when it did not run, or nobody knows
     */
    long call(StreamReader reader, long... arguments) throws IOException;

    /**
     * {@return bytes of the area}
     *
     * @param offset of the first
     * @param bytes 1 to 65,536
     * @throws IOException when they cannot be read
     */
    byte[] read(long offset, int bytes) throws IOException;

    /**
     * {@return how many bytes at most the routine writes in less time than {@link #write(List, byte[], int)} does with a call before it and
     * one behind it; if that is any number, {@link #readUnchanged} is not used, either}
     */
    default int mostByRoutine() {
        return Integer.MAX_VALUE;
    }

    /**
     * Reads ranges of the area, if eight bytes of it are what they have to be when that is done.
     *
     * @param ranges which, together up to 1 MiB
     * @param into gets them, one behind the other
     * @param wordOffset of the first of the eight bytes
     * @param word what they have to be
     * @return whether they were, and all ranges are in the area; if not, what is in {@code into} means nothing
     * @throws IOException when they cannot be read
     */
    default boolean readUnchanged(List<AreaRange> ranges, byte[] into, long wordOffset, long word) throws IOException {
        return false;
    }

    /**
     * Writes bytes of the area.
     *
     * @param offset of the first
     * @param bytes 1 to 65,536 of them
     * @throws IOException when they cannot be written
     */
    void write(long offset, byte[] bytes) throws IOException;

    /**
     * Writes ranges of the area, in any order.
     *
     * @param ranges which, together up to 1 MiB
     * @param from has the bytes, one range behind the other
     * @param first the first one's place
     * @throws IOException when they cannot be written, all or some
     */
    default void write(List<AreaRange> ranges, byte[] from, int first) throws IOException {
        int at = first;
        for (AreaRange range : ranges) {
            write(range.offset(), Arrays.copyOfRange(from, at, at + range.bytes()));
            at += range.bytes();
        }
    }

    /**
     * {@return a number that is this placement's alone, for its client's place; by its upper 56 bits others can have ended what is under
     * way of whoever has it. Those bits are the same for placements that end together}
     */
    long token();

    /**
     * Ends what is under way of another client: nothing of it touches the file system any more when this returns.
     *
     * @param token of its placement, another one than this one's
     * @throws IOException when nobody knows whether it has ended
     */
    void fence(long token) throws IOException;

    /** Nothing is called any more. */
    @Override
    void close() throws IOException;
}
