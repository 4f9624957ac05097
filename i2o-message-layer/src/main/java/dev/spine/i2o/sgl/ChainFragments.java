package dev.spine.i2o.sgl;

import dev.spine.i2o.sgl.FragmentSource.AddressSpace;
import java.lang.foreign.MemorySegment;

/** The chained fragments of one list: fetched one after the other into one scratch buffer, limited in number and size, never twice. */
final class ChainFragments {
    private static final int SMALLEST = Integer.BYTES;

    private final SglLimits limits;
    private final FragmentSource source;
    private final MemorySegment scratch;
    private final long[] starts;
    private final long[] ends;
    private int count;

    ChainFragments(SglLimits limits, FragmentSource source) {
        this.limits = limits;
        this.source = source;
        this.scratch = MemorySegment.ofArray(new byte[limits.maxFragments() == 0 ? 0 : limits.maxFragmentBytes()]);
        this.starts = new long[limits.maxFragments()];
        this.ends = new long[limits.maxFragments()];
    }

    /** Forgets the fragments of the list before. */
    void reset() {
        count = 0;
    }

    /** Fetches a fragment, which {@link #memory()} then holds from byte 0. {@link SglEnd#NOT_YET}: it did. */
    SglEnd fetch(long address, AddressSpace space, long length) {
        if (count == limits.maxFragments()) {
            return SglEnd.TOO_MANY_FRAGMENTS;
        }
        if (length < SMALLEST) {
            return SglEnd.CUT_ELEMENT;
        }
        if (length > limits.maxFragmentBytes()) {
            return SglEnd.FRAGMENT_TOO_LARGE;
        }
        if (overlapsEarlier(address, length)) {
            return SglEnd.FRAGMENT_OVERLAP;
        }
        if (!source.copyFragment(address, space, scratch, (int) length)) {
            return SglEnd.UNREADABLE_FRAGMENT;
        }
        starts[count] = address;
        ends[count] = address + length;
        count++;
        return SglEnd.NOT_YET;
    }

    /** The buffer that holds the fragment fetched last. */
    MemorySegment memory() {
        return scratch;
    }

    private boolean overlapsEarlier(long start, long length) {
        for (int i = 0; i < count; i++) {
            if (start < ends[i] && starts[i] < start + length) {
                return true;
            }
        }
        return false;
    }
}
