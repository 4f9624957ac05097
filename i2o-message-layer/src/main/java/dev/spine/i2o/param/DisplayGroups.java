package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the display class, readable only. Source: this project's display class; the class is private, so its group numbers are free.
 * Any thread.
 */
public final class DisplayGroups {
    /** Geometry and format of the screen, as the reply to ModeGet tells them. */
    public static final ParameterGroup MODE = ParameterGroup.scalar(0x0000, "DisplayMode")
        .u16("Width").u16("Height").u32("Stride").u8("Format").u8("BytesPerPixel").u16("Windows").build();
    /** What it has done so far. */
    public static final ParameterGroup STATISTICS = ParameterGroup.scalar(0x0100, "DisplayStatistics")
        .u64("Puts", "RunsPut", "RunsRefused", "PacketsPut", "PacketsRefused", "BytesPulled", "BytesConverted", "TransfersRefused",
            "TimesHeld", "RequestsRefused", "WindowChanges", "GrantsGiven", "GrantsRevoked").build();

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(MODE, STATISTICS);

    private DisplayGroups() {
    }
}
