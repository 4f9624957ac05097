package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of a peer transport. Any thread.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header. What the codes mean: {@code PeerCodes} in
 * {@code constants.txt}.
 */
public final class PeerTransportGroups {
    /** What the transport is. */
    public static final ParameterGroup INFO = ParameterGroup.scalar(0x0000, "PTInfo")
        .u32("MediaType", "PtId").u8("SegmentType").u8("Priority").u16("Reserved")
        .u32("QoS", "DataSizeRequested", "DataSize", "ElementSize", "ServiceFlags",
            "ConnectedIOPs", "ConnectInfoSize", "ConnectInfo").build();
    /** The IOPs that it is connected with. */
    public static final ParameterGroup IOP_CONNECT = ParameterGroup.table(0x0001, "PTIopConnect")
        .u32("Index").u16("Unit").u16("IOP").build();
    /** How much memory of how many IOPs it uses. */
    public static final ParameterGroup REMOTE = ParameterGroup.scalar(0x0002, "PTRemote")
        .u32("NumRemoteIop").u64("TotalMem").build();
    /** The memory that it uses, by IOP. */
    public static final ParameterGroup REMOTE_MEMORY = ParameterGroup.table(0x0003, "PTRemoteMemory")
        .u16("Index").u16("RemUnit").u16("RemIop").u16("Reserved").u32("TotalRedirSize", "TotalRemMemSize").build();

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(INFO, IOP_CONNECT, REMOTE, REMOTE_MEMORY);

    private PeerTransportGroups() {
    }
}
