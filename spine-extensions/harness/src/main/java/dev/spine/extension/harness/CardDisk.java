package dev.spine.extension.harness;

import dev.spine.device.disk.store.MemoryStore;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/** The disk of a simulated card. One thread at a time. */
public final class CardDisk {
    private final MemoryStore store;
    private final IntSupplier iopId;
    private final int tid;

    CardDisk(MemoryStore store, IntSupplier iopId, int tid) {
        this.store = store;
        this.iopId = iopId;
        this.tid = tid;
    }

    /** {@return the IOP_ID by which an extension asks for the disk} */
    public int iopId() {
        return iopId.getAsInt();
    }

    /** {@return the TID by which an extension asks for the disk} */
    public int tid() {
        return tid;
    }

    /** {@return the disk's bytes, to be filled and looked at while nothing is in flight} */
    public MemorySegment bytes() {
        return store.memory();
    }
}
