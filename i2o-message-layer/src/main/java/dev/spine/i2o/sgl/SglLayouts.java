package dev.spine.i2o.sgl;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.List;

/**
 * The elements of scatter-gather lists with 32-bit addresses and one unit of context, for tests and the printed specification. Where pages
 * or contexts repeat, the first is the field. Any thread.
 *
 * <p>Source: I2O 1.5 scatter-gather lists; SIG message header.
 */
public final class SglLayouts {
    private static final Field COUNT = Field.bits("Count", 0, 23, 0);
    private static final Field FLAGS = Field.bits("Flags", 0, 31, 24);
    private static final Field ELEMENT_LENGTH = Field.bits("ElementLength", 0, 23, 16);
    private static final Field LONG_ELEMENT_LENGTH = Field.bits("LongElementLength", 0, 23, 0);
    private static final Field CONTEXT = Field.u32("BufferContext", 4);

    /** An element of any kind with a 32-bit address, as large as the largest of them. */
    public static final Layout ELEMENT = Layout.of("SglElement", 12, COUNT, FLAGS);

    /** Every layout. */
    public static final List<Layout> ALL = List.of(
        Layout.of("SglFlagsCount", 4, COUNT, FLAGS),
        ELEMENT,
        Layout.of("SglIgnore", 4, COUNT, FLAGS),
        Layout.of("SglTransport", 4, LONG_ELEMENT_LENGTH, FLAGS),
        Layout.of("SglBitBucket", 8, COUNT, FLAGS, CONTEXT),
        Layout.of("SglImmediate", 4, COUNT, FLAGS),
        Layout.of("SglImmediateWithContext", 8, COUNT, FLAGS, CONTEXT),
        Layout.of("SglSimple", 8, COUNT, FLAGS, Field.u32("PhysicalAddress", 4)),
        Layout.of("SglSimpleWithContext", 12, COUNT, FLAGS, CONTEXT, Field.u32("PhysicalAddress", 8)),
        Layout.of("SglPageList", 8, COUNT, FLAGS, Field.u32("PhysicalAddress", 4)),
        Layout.of("SglPageListWithContext", 12, COUNT, FLAGS, CONTEXT, Field.u32("PhysicalAddress", 8)),
        Layout.of("SglChain", 8, COUNT, FLAGS, Field.u32("PhysicalAddress", 4)),
        Layout.of("SglChainWithContext", 12, COUNT, FLAGS, CONTEXT, Field.u32("PhysicalAddress", 8)),
        Layout.of("SglLongTransaction", 8, LONG_ELEMENT_LENGTH, FLAGS, CONTEXT),
        Layout.of("SglShortTransaction", 8, Field.bits("ClassFields", 0, 15, 0), ELEMENT_LENGTH, FLAGS, CONTEXT),
        Layout.of("SglAttributes", 8, Field.bits("SglAttributeFlags", 0, 15, 0), ELEMENT_LENGTH, FLAGS, Field.u32("PageFrameSize", 4)));

    private SglLayouts() {
    }
}
