package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the hot-plug controller class. Any thread.
 *
 * <p>Source: I2O 2.0 hot-plug controller class; SIG hot-plug header. What the codes mean: {@code HotPlugCodes} in
 * {@code constants.txt}.
 */
public final class HotPlugGroups {
    /** What bus it controls. */
    public static final ParameterGroup CONTROLLER = ParameterGroup.scalar(0x0000, "HPCController")
        .u8("BusType").build();
    public static final ParameterGroup SLOTS = ParameterGroup.table(0x0001, "HPCSlots")
        .u32("SlotID").bytes("Description", 64).u8("SlotState").u8("AttnIndicator").u8("CardPower").u8("CardFrequencyCapability")
        .u8("SlotFrequency").u8("Interlock").u16("Reserved").build();

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(CONTROLLER, SLOTS);

    private HotPlugGroups() {
    }
}
