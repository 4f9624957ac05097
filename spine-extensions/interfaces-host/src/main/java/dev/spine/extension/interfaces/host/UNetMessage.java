package dev.spine.extension.interfaces.host;

import java.lang.foreign.MemorySegment;

/** What was taken from a receive queue. One object can be used again and again. The host's agent. */
public final class UNetMessage {
    private int channel;
    private int bytes;
    private int buffer;
    private MemorySegment data = MemorySegment.NULL;

    /** Holds nothing yet. */
    public UNetMessage() {}

    /** {@return the channel that is bound to its sender, 0 to 63} */
    public int channel() {
        return channel;
    }

    /** {@return how many bytes it has} */
    public int bytes() {
        return bytes;
    }

    /** {@return the user's buffer that it came in, to be given again by {@link UNetEndpoint#give}; -1 of a short message} */
    public int buffer() {
        return buffer;
    }

    /** {@return its bytes, where they are in the segment; of a short message until the next one is taken} */
    public MemorySegment data() {
        return data;
    }

    void set(int newChannel, int newBytes, int newBuffer, MemorySegment newData) {
        channel = newChannel;
        bytes = newBytes;
        buffer = newBuffer;
        data = newData;
    }
}
