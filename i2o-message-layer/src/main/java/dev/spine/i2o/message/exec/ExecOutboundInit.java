package dev.spine.i2o.message.exec;

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
 * Initialises the outbound queue. The IOP answers by a status word in memory ({@link OutboundInitStatus}), never by a reply frame.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param hostPageBytes size of the host's pages in bytes, for page lists
 * @param initCode who asks: 0x80 for an operating system
 * @param outboundFrameWords size of the reply frames in words; two drivers state bytes
 * @param sgl the status word, 4 bytes; optionally a list for the frames that the IOP still held
 */
public record ExecOutboundInit(int hostPageBytes, int initCode, int outboundFrameWords, List<SglElement> sgl) implements Request {
    private static final Field PAGE_BYTES = Field.u32("HostPageFrameSize", 16);
    private static final Field INIT_CODE = Field.u8("InitCode", 20);
    private static final Field FRAME_WORDS = Field.u16("OutboundMFrameSize", 22);
    /** Init code of an operating system. */
    public static final int BY_OPERATING_SYSTEM = 0x80;
    /** Entry of the catalogue. */
    public static final MessageKind<ExecOutboundInit> KIND = MessageKind.request(
        Layout.of("ExecOutboundInit", 24, PAGE_BYTES, INIT_CODE, FRAME_WORDS),
        DeviceClass.EXECUTIVE, Function.EXEC_OUTBOUND_INIT, ExecOutboundInit::parse);

    /** Copies the list. */
    public ExecOutboundInit {
        sgl = List.copyOf(sgl);
    }

    private static ExecOutboundInit parse(MessageFrame frame) {
        return new ExecOutboundInit(PAGE_BYTES.get(frame), INIT_CODE.get(frame), FRAME_WORDS.get(frame), SglElement.readAll(frame,
            KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ExecOutboundInit> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        PAGE_BYTES.set(frame, hostPageBytes);
        INIT_CODE.set(frame, initCode);
        FRAME_WORDS.set(frame, outboundFrameWords);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
