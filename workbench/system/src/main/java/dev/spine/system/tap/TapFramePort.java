package dev.spine.system.tap;

import dev.spine.device.os.DescriptorWait;
import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.TapDevice;
import dev.spine.host.lan.LanLink;
import dev.spine.host.net.FramePort;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A TAP interface as the place where a card's frames meet the system's. Host agent's thread. */
final class TapFramePort implements FramePort {
    private final TapDevice tap;
    private DescriptorWait.@Nullable Input input;

    TapFramePort(TapDevice tap) {
        this.tap = tap;
    }

    /** The thread sleeps where the interface's descriptor is watched: that tells when there are frames. */
    void heed(DescriptorWait.Input watched) {
        input = watched;
    }

    @Override
    public int receive(MemorySegment memory, long offset, int bytes) {
        // One byte more than fits lies in the room between two slots: a frame that fills it was longer, and has been cut.
        Objects.checkFromIndexSize(offset, bytes + 1L, memory.byteSize());
        DescriptorWait.Input known = input;
        if (known != null && !known.isLikely()) {
            return NONE;
        }
        long got = tap.read(memory.address() + offset, bytes + 1L);
        if (got > 0) {
            return got > bytes ? LOST : (int) got;
        }
        if (known != null) {
            known.wasEmpty();
        }
        return got == -SystemCalls.EBADFD ? GONE : NONE;
    }

    @Override
    public Sent send(MemorySegment memory, long offset, int bytes) {
        Objects.checkFromIndexSize(offset, (long) bytes, memory.byteSize());
        long result = tap.write(memory.address() + offset, bytes);
        if (result == bytes) {
            return Sent.TAKEN;
        }
        boolean full = result == -SystemCalls.EAGAIN || result == -SystemCalls.ENOBUFS || result == -SystemCalls.EINTR;
        return full ? Sent.NOT_NOW : Sent.REFUSED;
    }

    @Override
    public void carrier(LanLink.State state) {
        tap.setCarrier(state == LanLink.State.UP);
    }
}
