package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the peer transport agent. The users of the agent are numbered by PsuIndex.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 */
public final class PeerAgentGroups {
    /** What the agent can do and does. */
    public static final ParameterGroup ACCESS = ParameterGroup.scalar(0x0000, "PTAAccess")
        .u16("VendorID").u16("SduVersion")
        .u32("NumBoundTransport", "NumConnectedIops", "NumIopPaths", "NumActiveLinks",
            "MaxRedirMem", "MaxRemMem", "ServiceFlags", "CurrRedirMem", "CurrRemMem").build();
    /** The IOPs that it reaches. */
    public static final ParameterGroup IOP_CONNECT = ParameterGroup.table(0x0001, "PTAIopConnect")
        .u32("Index").u16("PtTid").u16("Unit").u16("Iop").u16("State").u32("MaxTransData").build();
    /** How many users it has, by service. */
    public static final ParameterGroup REGISTRATION = ParameterGroup.scalar(0x0002, "PTARegistration")
        .u32("NumSend", "NumMove", "NumRedir", "NumRemMem", "NumReceive").build();
    /** Users that send. */
    public static final ParameterGroup SEND = ParameterGroup.table(0x0003, "PTASend")
        .u32("PsuIndex").u16("PsuTid").u16("PtTid").u16("RemUnit").u16("RemIop").u32("RemTid").build();
    /** Users that move data. */
    public static final ParameterGroup MOVE = ParameterGroup.table(0x0004, "PTAMove")
        .u32("PsuIndex").u16("PsuTid").u16("PtTid").u16("RemUnit").u16("RemIop").build();
    /** Users that redirect data. */
    public static final ParameterGroup REDIRECT = ParameterGroup.table(0x0005, "PTARedirect")
        .u32("PsuIndex").u16("PsuTid").u16("PtTid").u16("RemUnit").u16("RemIop").u16("RemTid").u16("Reserved").u32("RedirSize").build();
    /** Users with memory of another IOP. */
    public static final ParameterGroup REMOTE_MEMORY = ParameterGroup.table(0x0006, "PTARemoteMemory")
        .u32("PsuIndex").u16("PsuTid").u16("PtTid").u32("RemMemSize").u16("RemUnit").u16("RemIop").build();
    /** Users that receive. */
    public static final ParameterGroup RECEIVE = ParameterGroup.table(0x0007, "PTAReceive")
        .u32("PsuIndex").u16("PsuTid").build();

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(ACCESS, IOP_CONNECT, REGISTRATION, SEND, MOVE, REDIRECT, REMOTE_MEMORY,
        RECEIVE);

    private PeerAgentGroups() {
    }
}
