package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Initialises the outbound queue. The IOP answers by a status word in memory ({@link OutboundInitStatus}), never by a reply frame.
 * Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param hostPageBytes size of the host's pages in bytes, for page lists
 * @param initCode who asks: 0x80 for an operating system
 * @param outboundFrameWords size of the reply frames in words; two drivers state bytes
 * @param sgl the status word, 4 bytes; optionally a list for the frames that the IOP still held
 */
public record ExecOutboundInit(int hostPageBytes, int initCode, int outboundFrameWords, List<SglElement> sgl) implements Request {
    /** Init code of an operating system. */
    public static final int BY_OPERATING_SYSTEM = 0x80;
    /** Entry of the catalogue. */
    public static final MessageKind<ExecOutboundInit> KIND = MessageKind.of(ExecOutboundInit.class, "ExecOutboundInit",
        24, DeviceClass.EXECUTIVE, Function.EXEC_OUTBOUND_INIT, Field.u32("HostPageFrameSize", 16),
        Field.u8("InitCode", 20), Field.u16("OutboundMFrameSize", 22));

    /** Copies the list. */
    public ExecOutboundInit {
        sgl = List.copyOf(sgl);
    }
}
