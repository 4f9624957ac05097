package dev.spine.extension.harness;

import dev.spine.device.disk.store.Store;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/** The disk of a simulated card. One thread at a time. */
public final class CardDisk {
    private final Store store;
    private final IntSupplier iopId;
    private final int tid;
    private final Runnable restart;

    CardDisk(Store store, IntSupplier iopId, int tid, Runnable restart) {
        this.store = store;
        this.iopId = iopId;
        this.tid = tid;
        this.restart = restart;
    }

    /** {@return the IOP_ID by which an extension asks for the disk} */
    public int iopId() {
        return iopId.getAsInt();
    }

    /** {@return the TID by which an extension asks for the disk} */
    public int tid() {
        return tid;
    }

    /** Resets the disk's IOP, if that is one of its own, and waits until it is back: who uses the disk loses it, and may ask again. */
    public void restart() {
        restart.run();
    }

    /**
     * {@return the disk's bytes, to be filled and looked at while nothing is in flight}
     *
     * @throws IllegalStateException when a store of the test's own keeps them, and not memory
     */
    public MemorySegment bytes() {
        MemorySegment memory = store.memory();
        if (memory == null) {
            throw new IllegalStateException("the store of the test keeps the disk's bytes: ask that");
        }
        return memory;
    }
}
