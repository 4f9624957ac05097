package dev.spine.iop.executive;

/** Liberties that some drivers need and others would be misled by, so an IOP grants them only when its system file says so. Any thread. */
public enum Tolerance {
    /** SysEnable right after OutboundInit, without a system table: RCPCI. */
    ENABLE_WITHOUT_SYSTEM_TABLE,
    /** A pending LctNotify is answered when the indicator is greater than the value sent, not already when it is equal: Linux 2.6. */
    STRICT_CHANGE_INDICATOR
}
