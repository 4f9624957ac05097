package dev.spine.i2o.sgl;

import java.lang.foreign.MemorySegment;

/**
 * The run that a reader is at: what one element, or one page of it, describes.
 *
 * <p>Valid after {@link SglReader#next()} was true and until it is called again. Confined to the reader's agent.
 */
public abstract sealed class SglRun permits SglReader {
    MemorySegment memory = MemorySegment.NULL;
    SglReader.Kind kind = SglReader.Kind.MEMORY;
    boolean local;
    boolean fromBuffer;
    boolean bufferEnds;
    long address;
    int byteCount;
    int contextWords;
    int context;
    long dataOffset;
    int buffer;

    SglRun() {
    }

    /** {@return what the run is: its kind} */
    public SglReader.Kind kind() {
        return kind;
    }

    /** {@return where a run of memory begins: a bus address without sign, or a local one if {@link #isLocal()}} */
    public long address() {
        return address;
    }

    /** {@return how long the run is: bytes, at most what the limits allow for the whole list} */
    public int byteCount() {
        return byteCount;
    }

    /** {@return whether the address belongs to the IOP's own memory; senseless from a peer; true if the sender says so} */
    public boolean isLocal() {
        return kind == SglReader.Kind.MEMORY && local;
    }

    /**
     * Whether the sender says that data flows from the buffer to the target. A function that fixes the direction ignores it: drivers set
     * it wrong.
     *
     * @return true: out of the buffer; false: into it
     */
    public boolean isFromBuffer() {
        return kind == SglReader.Kind.MEMORY && fromBuffer;
    }

    /**
     * Whether the element carried a context: the first run of a buffer of the LAN class does.
     *
     * @return true if {@link #context()} is the sender's
     */
    public boolean hasContext() {
        return contextWords > 0;
    }

    /** {@return the first word of the element's context: the sender's cookie for the buffer; 0 without one} */
    public int context() {
        return context;
    }

    /** {@return which logical buffer of the message the run belongs to: 0 for the first} */
    public int buffer() {
        return buffer;
    }

    /** {@return whether the run is the last of its buffer; true if the sender closed the buffer here} */
    public boolean endsBuffer() {
        return bufferEnds;
    }

    /** {@return the memory that holds immediate data, valid until the reader goes on: the list's memory} */
    public MemorySegment dataMemory() {
        return memory;
    }

    /** {@return where immediate data begins in {@link #dataMemory()}: a byte offset} */
    public long dataOffset() {
        return dataOffset;
    }
}
