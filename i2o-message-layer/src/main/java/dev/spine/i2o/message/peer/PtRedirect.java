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
 * Tells that data lie in a redirected buffer. The list describes pairs of offset and size, each 32 bits.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param flags bits of {@link PeerCodes.RedirectFlags}
 * @param handle by which the buffer is named
 * @param count how many pairs there are
 * @param sgl the scatter-gather list
 */
public record PtRedirect(int flags, int handle, int count, List<SglElement> sgl) implements Request {
    /** Bits of {@link PeerCodes.RedirectFlags}. */
    public static final Field FLAGS = Field.u32("flags", 16);
    /** By which the buffer is named. */
    public static final Field HANDLE = Field.u32("handle", 20);
    /** How many pairs there are. */
    public static final Field COUNT = Field.u32("count", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<PtRedirect> KIND = MessageKind.request(
        Layout.of("PciPtRedirect", 28, FLAGS, HANDLE, COUNT),
        DeviceClass.PEER_TRANSPORT, Function.PT_REDIRECT, PtRedirect::parse);

    /** Copies the list. */
    public PtRedirect {
        sgl = List.copyOf(sgl);
    }

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static PtRedirect parse(MessageFrame frame) {
        return new PtRedirect(FLAGS.get(frame), HANDLE.get(frame), COUNT.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<PtRedirect> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        FLAGS.set(frame, flags);
        HANDLE.set(frame, handle);
        COUNT.set(frame, count);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
