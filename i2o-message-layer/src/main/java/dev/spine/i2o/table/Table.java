package dev.spine.i2o.table;

import java.lang.foreign.MemorySegment;

/** A table that an IOP or a host writes into memory. Immutable; any thread. */
public sealed interface Table permits HardwareResourceTable, LogicalConfigurationTable, StatusBlock, SystemTable {
    /** {@return the size of the whole table: bytes} */
    int sizeBytes();

    /**
     * Writes the whole table.
     *
     * @param memory where it goes
     * @param offset byte offset of its first byte
     * @throws IndexOutOfBoundsException it does not fit the memory: use {@link #emitPrefix}
     */
    void emit(MemorySegment memory, long offset);

    /**
     * Writes as much of the table as fits.
     *
     * @param memory where it goes
     * @param offset byte offset of its first byte
     * @param roomBytes bytes that may be written
     * @return bytes written: the smaller of room and size
     */
    default int emitPrefix(MemorySegment memory, long offset, int roomBytes) {
        MemorySegment whole = MemorySegment.ofArray(new byte[sizeBytes()]);
        emit(whole, 0);
        int count = Math.min(roomBytes, sizeBytes());
        MemorySegment.copy(whole, 0, memory, offset, count);
        return count;
    }
}
