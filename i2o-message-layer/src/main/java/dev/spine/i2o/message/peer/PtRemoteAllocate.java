package dev.spine.i2o.message.peer;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Allocates memory of another IOP. Answered by {@link PtRemoteAllocateReply}.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param totalMemory bytes in all
 * @param bucketSize bytes of a piece
 * @param alignment bytes to which a piece is aligned
 * @param accessAttribute a value of {@link PeerCodes.AccessAttribute}
 * @param cacheAttribute bits of {@link PeerCodes.CacheAttribute}
 * @param busId number of the bus from which it is used
 * @param sgl the scatter-gather list
 */
public record PtRemoteAllocate(
    int totalMemory, int bucketSize, int alignment, int accessAttribute, int cacheAttribute, int busId, List<SglElement> sgl)
    implements Request {
    /** Bytes in all. */
    public static final Field TOTAL_MEMORY = Field.u32("totalMem", 16);
    /** Bytes of a piece. */
    public static final Field BUCKET_SIZE = Field.u32("bucketSize", 20);
    /** Bytes to which a piece is aligned. */
    public static final Field ALIGNMENT = Field.u32("alignment", 24);
    /** A value of {@link PeerCodes.AccessAttribute}. */
    public static final Field ACCESS_ATTRIBUTE = Field.u32("accessAttr", 28);
    /** Bits of {@link PeerCodes.CacheAttribute}. */
    public static final Field CACHE_ATTRIBUTE = Field.u32("cacheAttr", 32);
    /** Number of the bus from which it is used. */
    public static final Field BUS_ID = Field.u32("busId", 36);
    /** Entry of the catalogue. */
    public static final MessageKind<PtRemoteAllocate> KIND = MessageKind.request(
        Layout.of("PciPtRemoteAllocate", 40, TOTAL_MEMORY, BUCKET_SIZE, ALIGNMENT, ACCESS_ATTRIBUTE, CACHE_ATTRIBUTE, BUS_ID),
        DeviceClass.PEER_TRANSPORT, Function.PT_REMOTE_ALLOCATE, PtRemoteAllocate::parse);

    /** Copies the list. */
    public PtRemoteAllocate {
        sgl = List.copyOf(sgl);
    }

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static PtRemoteAllocate parse(MessageFrame frame) {
        return new PtRemoteAllocate(TOTAL_MEMORY.get(frame), BUCKET_SIZE.get(frame), ALIGNMENT.get(frame),
            ACCESS_ATTRIBUTE.get(frame), CACHE_ATTRIBUTE.get(frame), BUS_ID.get(frame), SglElement.readAll(frame,
            KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<PtRemoteAllocate> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        TOTAL_MEMORY.set(frame, totalMemory);
        BUCKET_SIZE.set(frame, bucketSize);
        ALIGNMENT.set(frame, alignment);
        ACCESS_ATTRIBUTE.set(frame, accessAttribute);
        CACHE_ATTRIBUTE.set(frame, cacheAttribute);
        BUS_ID.set(frame, busId);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
