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
 * Asks for a buffer to which data are redirected. Answered by {@link PtRedirectAllocateReply}.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param size bytes wanted
 * @param minimum bytes that are enough
 * @param accessAttribute a value of {@link PeerCodes.AccessAttribute}
 * @param busId number of the bus from which it is used
 * @param addressSpace the address space that it is to lie in
 * @param alignment bytes to which it is aligned
 * @param sgl the scatter-gather list
 */
public record PtRedirectAllocate(
    int size, int minimum, int accessAttribute, int busId, int addressSpace, int alignment, List<SglElement> sgl)
    implements Request {
    /** Bytes wanted. */
    public static final Field SIZE = Field.u32("size", 16);
    /** Bytes that are enough. */
    public static final Field MINIMUM = Field.u32("minimum", 20);
    /** A value of {@link PeerCodes.AccessAttribute}. */
    public static final Field ACCESS_ATTRIBUTE = Field.u32("accessAttr", 24);
    /** Number of the bus from which it is used. */
    public static final Field BUS_ID = Field.u32("busId", 28);
    /** The address space that it is to lie in. */
    public static final Field ADDRESS_SPACE = Field.u32("addrSpace", 32);
    /** Bytes to which it is aligned. */
    public static final Field ALIGNMENT = Field.u32("alignment", 36);
    /** Entry of the catalogue. */
    public static final MessageKind<PtRedirectAllocate> KIND = MessageKind.request(
        Layout.of("PciPtRedirectAllocate", 40, SIZE, MINIMUM, ACCESS_ATTRIBUTE, BUS_ID, ADDRESS_SPACE, ALIGNMENT),
        DeviceClass.PEER_TRANSPORT, Function.PT_REDIRECT_ALLOCATE, PtRedirectAllocate::parse);

    /** Copies the list. */
    public PtRedirectAllocate {
        sgl = List.copyOf(sgl);
    }

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static PtRedirectAllocate parse(MessageFrame frame) {
        return new PtRedirectAllocate(SIZE.get(frame), MINIMUM.get(frame), ACCESS_ATTRIBUTE.get(frame), BUS_ID.get(frame),
            ADDRESS_SPACE.get(frame), ALIGNMENT.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<PtRedirectAllocate> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        SIZE.set(frame, size);
        MINIMUM.set(frame, minimum);
        ACCESS_ATTRIBUTE.set(frame, accessAttribute);
        BUS_ID.set(frame, busId);
        ADDRESS_SPACE.set(frame, addressSpace);
        ALIGNMENT.set(frame, alignment);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
