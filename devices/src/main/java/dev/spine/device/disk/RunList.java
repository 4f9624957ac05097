package dev.spine.device.disk;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Transfer;
import java.lang.foreign.MemorySegment;

/**
 * The buffer of one request as runs, with a place in it: what a scatter-gather list says, taken once and checked. Made once, used again and
 * again; belongs to the IOP's agent.
 */
final class RunList {
    /** Runs of the longest list: 2 MiB in pages of 4 KiB. */
    static final int MAX_RUNS = 512;

    private final long[] addresses = new long[MAX_RUNS];
    private final int[] lengths = new int[MAX_RUNS];
    private final SglReader.Kind[] kinds = new SglReader.Kind[MAX_RUNS];
    private int count;
    private long bytes;
    /** Of immediate data: the request's own copy of its frame. */
    private MemorySegment data = MemorySegment.NULL;
    private int run;
    private int offset;

    RunList() {
    }

    /**
     * Takes the list of a request.
     *
     * @param frame the request's private copy
     * @param fixedWords where its list begins at the earliest
     * @param reader reads the list when it is not one plain run
     * @return {@link DetailedStatus#SUCCESS}, or what is wrong with the list
     */
    int load(MessageFrame frame, int fixedWords, SglReader reader) {
        clear();
        int words = frame.sizeWords();
        if (words == fixedWords + 2 && frame.sglOffsetWords() == fixedWords) {
            int first = frame.word(fixedWords);
            int type = first >>> 24 & ~SglFlags.FROM_BUFFER;
            long address = Integer.toUnsignedLong(frame.word(fixedWords + 1));
            int length = first & SglFlags.MAX_COUNT;
            if (type == (SglFlags.LAST | SglFlags.END_OF_BUFFER | SglFlags.SIMPLE) && length > 0 && address + length <= 1L << 32) {
                addresses[0] = address;
                lengths[0] = length;
                kinds[0] = SglReader.Kind.MEMORY;
                count = 1;
                bytes = length;
                return DetailedStatus.SUCCESS;
            }
        }
        return loadAny(frame, fixedWords, reader);
    }

    private int loadAny(MessageFrame frame, int fixedWords, SglReader reader) {
        if (fixedWords >= frame.sizeWords()) {
            return DetailedStatus.SUCCESS;
        }
        data = frame.memory();
        reader.begin(frame, fixedWords);
        while (reader.next()) {
            boolean strangeData = reader.kind() == SglReader.Kind.IMMEDIATE && !isOf(frame, reader);
            if (count == MAX_RUNS || reader.isLocal() || strangeData) {
                return DetailedStatus.INVALID_PARAMETER;
            }
            if (reader.byteCount() > 0) {
                boolean immediate = reader.kind() == SglReader.Kind.IMMEDIATE;
                addresses[count] = immediate ? reader.dataOffset() : reader.address();
                lengths[count] = reader.byteCount();
                kinds[count] = reader.kind();
                bytes += reader.byteCount();
                count++;
            }
        }
        return reader.end().detailedStatus();
    }

    /** Data of a chained fragment is gone when the next is read. */
    private static boolean isOf(MessageFrame frame, SglReader reader) {
        return reader.dataMemory().equals(frame.memory());
    }

    void clear() {
        count = 0;
        bytes = 0;
        run = 0;
        offset = 0;
    }

    /** All bytes that the list describes. */
    long bytes() {
        return bytes;
    }

    int count() {
        return count;
    }

    /** Whether it names no memory at all. */
    boolean isBitBucket() {
        for (int i = 0; i < count; i++) {
            if (kinds[i] != SglReader.Kind.BIT_BUCKET) {
                return false;
            }
        }
        return count > 0;
    }

    /** Whether every run of memory can be used by both bus agents: by whom the list comes from, and by the card. */
    boolean isReachable(Reach reach, BusAgent initiator, boolean written) {
        for (int i = 0; i < count; i++) {
            if (kinds[i] == SglReader.Kind.MEMORY && !reach.admits(initiator, addresses[i], lengths[i], written)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds runs from here on to a transfer, into the list's buffer.
     *
     * @param transfer has room for all runs of this list
     * @param card bus address on the card of the first byte
     * @param part how many bytes, at most those that are left
     */
    void addInto(Transfer transfer, long card, int part) {
        int left = part;
        long at = card;
        while (left > 0) {
            int some = Math.min(left, lengths[run] - offset);
            // What comes into a bit bucket, and what would come into the message itself, goes nowhere.
            if (kinds[run] == SglReader.Kind.MEMORY) {
                transfer.add(at, addresses[run] + offset, some);
            }
            at += some;
            left -= some;
            skip(some);
        }
    }

    /**
     * Adds runs from here on to a transfer, out of the list's buffer; what lies in no memory on the bus is put in place by the processor.
     *
     * @param transfer has room for all runs of this list
     * @param card bus address on the card of the first byte
     * @param memory the card's memory
     * @param memoryOffset where in it the first byte lies
     * @param part how many bytes, at most those that are left
     * @return how many bytes the processor has written
     */
    int addFrom(Transfer transfer, long card, MemorySegment memory, long memoryOffset, int part) {
        int left = part;
        int done = 0;
        int touched = 0;
        while (left > 0) {
            int some = Math.min(left, lengths[run] - offset);
            switch (kinds[run]) {
                case MEMORY -> transfer.add(addresses[run] + offset, card + done, some);
                case IMMEDIATE -> {
                    MemorySegment.copy(data, addresses[run] + offset, memory, memoryOffset + done, some);
                    touched += some;
                }
                case BIT_BUCKET -> {
                    memory.asSlice(memoryOffset + done, some).fill((byte) 0);
                    touched += some;
                }
            }
            done += some;
            left -= some;
            skip(some);
        }
        return touched;
    }

    private void skip(int some) {
        offset += some;
        if (offset == lengths[run]) {
            run++;
            offset = 0;
        }
    }
}
