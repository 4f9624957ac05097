package dev.spine.host.conformance;

import dev.spine.iop.pci.RegisterAccess;
import java.lang.foreign.MemorySegment;

/**
 * An IOP that has just been switched on, as the suite sees it: a window with registers and frames, and memory of the host that the IOP
 * reads and writes by itself. Whoever has another implementation of the register interface implements this for it.
 *
 * <p>Used by one thread, that of the test.
 */
public interface ConformanceTarget extends AutoCloseable {
    /** Bytes of host memory that the suite uses. */
    int MEMORY_BYTES = 0x1_0000;

    /** {@return the IOP's window: registers 0x30, 0x34, 0x40 and 0x44, and frames at their MFAs} */
    RegisterAccess registers();

    /** {@return host memory that the IOP can reach, {@link #MEMORY_BYTES} or more} */
    MemorySegment memory();

    /** {@return the bus address of the first byte of that memory} */
    int memoryAddress();

    /** {@return the TID of a device of the IOP that answers class function 0x90, or 0 when it has none} */
    int deviceTid();

    /** {@return the TID of a random block storage device with 4096 bytes or more, or 0 when the IOP has none} */
    default int blockTid() {
        return 0;
    }

    /** {@return the TID of a SCSI peripheral, or 0 when the IOP has none} */
    default int scsiTid() {
        return 0;
    }

    /** Lets the IOP work for a moment. Called again and again while the suite waits, at most {@link #patience()} times for one thing. */
    void pause();

    /** {@return how often the suite pauses before it says that nothing comes, at least 1} */
    int patience();

    /**
     * Makes the IOP fail, if that can be done.
     *
     * @return false when it cannot: the rows of the state FAILED are then left out
     */
    default boolean fail() {
        return false;
    }

    @Override
    default void close() {
        // Most targets are garbage.
    }
}
