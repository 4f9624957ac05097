package dev.spine.extension.panic.machine;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/** Bytes of a program's data area or of its packet. A machine has two, one for each kind of request. */
public abstract class Region {
    private @Nullable Buffer memory;
    private int at;
    private int bytes;

    Region() {}

    static void set(Region region, Buffer of, int first, int count) {
        region.memory = of;
        region.at = first;
        region.bytes = count;
    }

    /** {@return the buffer that has them} */
    public Buffer memory() {
        Buffer found = memory;
        if (found == null) {
            throw new IllegalStateException("a region is valid only within a request");
        }
        return found;
    }

    /** {@return where in the buffer the first byte is} */
    public int at() {
        return at;
    }

    /** {@return how many bytes, from 0 on} */
    public int bytes() {
        return bytes;
    }
}
